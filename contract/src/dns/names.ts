/**
 * Names as people type them, read into the one form in which they are kept. Domains and whole names are ASCII, lower
 * case, without the dot at the end; what a record points to carries that dot, as in its data.
 */
export type ReadName = { ok: true; name: string } | { ok: false; message: string };

/** Of a whole name without a dot at the end, RFC 1035 2.3.4. */
export const mostNameCharacters = 253;

const refuse = (message: string): ReadName => ({ ok: false, message });
const accept = (name: string): ReadName => ({ ok: true, name });

const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names of services and keys begin with an underscore: _dmarc, _sip._tcp. RFC 8552. */
const ownerLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** A domain that a customer brings: `Example.COM.` gives `example.com`, `bücher.example` gives `xn--bcher-kva.example`. */
export function readDomainName(text: string): ReadName {
  const name = dropDot(toAscii(text));
  if (name === '') return refuse('Enter a domain such as example.com');
  if (/[/:@?#\s]/.test(name))
    return refuse('Enter the domain alone, such as example.com: no https://, no path, no spaces');
  if (isAddress(name)) return refuse('Enter a domain such as example.com, not an IP address');
  if (!name.includes('.')) return refuse('Enter the domain with its ending, such as example.com');
  const problem = labelsProblem(name, hostLabel, 'letters, digits and hyphens');
  if (problem) return refuse(problem);
  if (/\.\d+$/.test(name))
    return refuse('The ending of a domain cannot be a number: enter a domain such as example.com');
  return accept(name);
}

/**
 * The owner of a record, relative to its domain: `@` for the domain itself, `www`, `*.shop`. A name that ends in the
 * domain is taken as the whole name.
 */
export function readHost(text: string, domain: string): ReadName {
  const typed = toAscii(text);
  if (typed === '' || typed === '@') return accept('@');
  const absolute = typed.endsWith('.');
  const name = dropDot(typed);
  if (name === domain) return accept('@');
  const inside = name.endsWith(`.${domain}`);
  if (absolute && !inside) {
    return refuse(
      `${typed} is not inside ${domain}. Enter the part before ${domain}, such as www, or @ for the domain itself`,
    );
  }
  const host = inside ? name.slice(0, -domain.length - 1) : name;
  // Otherwise the same text would mean something else when it is saved once more.
  if (host === domain || host.endsWith(`.${domain}`)) {
    return refuse(`This names ${domain} twice. Enter the part before it, such as www`);
  }
  const named = host.replace(/^\*\./, '');
  if (host !== '*') {
    if (named.includes('*')) return refuse('A * stands alone at the very left, such as * or *.shop');
    const problem = labelsProblem(named, ownerLabel, 'letters, digits, hyphens and underscores');
    if (problem) return refuse(problem);
  }
  if (absoluteName(host, domain).length > mostNameCharacters) return refuse(tooLong);
  return accept(host);
}

/** The whole name of a host, without a dot at the end. */
export const absoluteName = (host: string, domain: string): string => (host === '@' ? domain : `${host}.${domain}`);

/** The other way round; null for a name outside the domain. Takes a dot at the end or none. */
export function relativeHost(name: string, domain: string): string | null {
  const whole = dropDot(name);
  if (whole === domain) return '@';
  return whole.endsWith(`.${domain}`) ? whole.slice(0, -domain.length - 1) : null;
}

/** Of a host, itself and all above it below the domain: `a.b.c`, `b.c`, `c`; nothing for the domain itself. */
export function* upwards(host: string): Generator<string> {
  if (host === '@') return;
  yield host;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) yield host.slice(dot + 1);
}

export type TargetRule = {
  /** What the record is called in a message: `MX`. */
  type: string;
  /** A lone dot says "there is none". RFC 7505, RFC 2782. */
  dot?: boolean;
  /** Hosts that are connected to have no underscores; names that are only looked up may. */
  underscores?: boolean;
};

/**
 * What a record points to, as a whole name with a dot at the end. A name without any dot is one of the domain's own
 * (`mail`), `@` the domain itself; with dots it is whole, whether or not it ends in one.
 */
export function readTarget(text: string, domain: string, rule: TargetRule): ReadName {
  const typed = toAscii(text);
  const such = `such as mail.${domain}`;
  if (typed === '') return refuse(`Enter the name that it points to, ${such}`);
  if (typed === '@') return accept(`${domain}.`);
  if (typed === '.') {
    return rule.dot ? accept('.') : refuse(`${rule.type} needs a name, ${such}: a lone dot is none`);
  }
  if (isAddress(typed)) {
    return refuse(
      `${rule.type} points to a name, not an address: enter a name ${such}, and give that name the address`,
    );
  }
  if (/[/:?#\s]/.test(typed)) return refuse(`Enter the name alone, ${such}: no https://, no path, no spaces`);
  const name = typed.endsWith('.') ? typed.slice(0, -1) : typed.includes('.') ? typed : `${typed}.${domain}`;
  const [pattern, allowed] = rule.underscores
    ? [ownerLabel, 'letters, digits, hyphens and underscores']
    : [hostLabel, 'letters, digits and hyphens'];
  const problem = labelsProblem(name, pattern, allowed);
  return problem ? refuse(problem) : accept(`${name}.`);
}

const tooLong = `The whole name has more than ${mostNameCharacters} characters: choose a shorter one`;

function labelsProblem(name: string, pattern: RegExp, allowed: string): string | null {
  if (name.length > mostNameCharacters) return tooLong;
  for (const label of name.split('.')) {
    if (label === '') return 'A name has one dot between its parts, and none at the start';
    if (label.length > 63) return 'Each part between two dots has at most 63 characters';
    if (!pattern.test(label)) return `${show(label)}: use ${allowed}, and no hyphen at either end`;
  }
  return null;
}

const show = (label: string) => (/^[\x20-\x7e]+$/.test(label) ? `“${label}”` : 'This name');
const dropDot = (name: string) => (name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name);
const isAddress = (name: string) => /^\d+(\.\d+){3}\.?$/.test(name) || /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/.test(name);

/** Only labels of other scripts go through IDNA: a URL would take what it finds in ASCII ones for ports, paths, numbers. */
export function toAscii(text: string): string {
  // The full stops of other scripts separate labels too. RFC 3490.
  return text
    .trim()
    .replace(/[。．｡]/g, '.')
    .split('.')
    .map(toAsciiLabel)
    .join('.');
}

function toAsciiLabel(label: string): string {
  if (/^[\x20-\x7e]*$/.test(label)) return label.toLowerCase();
  if (!/^[\w\u{80}-\u{10ffff}-]+$/u.test(label)) return label;
  const url = `http://${label}.a/`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // Some characters become several, a dot or none: then it was no single label.
  return /^[^.]+\.a$/.test(host) ? host.slice(0, -2) : label;
}
