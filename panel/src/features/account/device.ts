const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  // Each of these calls itself by the names of those below it as well.
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).*\bSafari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** A browser's own description in words: `Firefox 145 on Windows`. Another program is called by its own name. */
export function deviceOf(userAgent: string): string {
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  for (const [name, mark] of browsers) {
    const version = mark.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}${system ? ` on ${system}` : ''}`;
  }
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  if (program === undefined || program === 'Mozilla') return system ? `A browser on ${system}` : 'An unknown program';
  return program;
}
