const words = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Names that regions have which are no countries of ISO 3166: unions, reserved codes, tests. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

function nameOf(code: string): string | undefined {
  try {
    // What has a successor, such as SU, is written as that.
    if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}` || noCountries.has(code)) return undefined;
    return words.of(code);
  } catch {
    return undefined;
  }
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Every country, by its name. */
export const countries: readonly { code: string; name: string }[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .flatMap((code) => {
    const name = nameOf(code);
    return name === undefined ? [] : [{ code, name }];
  })
  .sort((one, other) => one.name.localeCompare(other.name));

export const countryName = (code: string): string => countries.find((one) => one.code === code)?.name ?? code;

/** Countries as they were pasted: by code or name, in lines or with commas. What is none of them is returned as typed. */
export function readCountries(text: string): { codes: string[]; unknown: string[] } {
  const codes = new Set<string>();
  const unknown = new Set<string>();
  for (const piece of text.split(/[,;\r\n\t]+/).map((one) => one.trim())) {
    // `DE FR AT`: codes may stand with nothing but spaces between them.
    const spaced = piece.split(/\s+/);
    for (const name of spaced.every(codeOf) ? spaced : [piece]) {
      const code = codeOf(name);
      if (code !== undefined) codes.add(code);
      else if (name !== '') unknown.add(name);
    }
  }
  return { codes: [...codes], unknown: [...unknown] };
}

const codeOf = (text: string): string | undefined => {
  const wanted = text.toLowerCase();
  return countries.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)?.code;
};
