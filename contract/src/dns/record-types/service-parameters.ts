import { readIpv4, readIpv6 } from '../addresses.ts';
import { quoteBytes, wordBytes, wordText } from '../words.ts';

/** The names of the keys, by their numbers. RFC 9460 14.3.2, RFC 9461. */
const keys = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath'] as const;
type Key = (typeof keys)[number];

type Parameters = { words: string[] } | { problem: string };

/** Parameters in the order of their numbers, each as PowerDNS writes it. */
export function readParameters(words: readonly string[]): Parameters {
  const found = new Map<number, string>();
  for (const word of words) {
    const [, name = '', given] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const number = numberOf(name.toLowerCase());
    if (number === null)
      return { problem: `“${name}” is not a parameter. Known are ${keys.join(', ')}, and key8 to key65534` };
    const key = keys[number];
    if (found.has(number)) return { problem: `${key ?? name} stands there twice: keep one` };
    const value = key ? readKnown(key, given) : readOpaque(given);
    if (value === null)
      return {
        problem: key ? shapes[key] : `${name}: enter it as ${name}="value", with at most 1,024 bytes and no ; ( )`,
      };
    found.set(number, key ? `${key}${value}` : `key${number}${value}`);
  }
  if (found.has(2) && !found.has(1))
    return { problem: 'no-default-alpn needs alpn beside it, such as alpn=h2 no-default-alpn' };
  const mandatory = found.get(0)?.slice('mandatory='.length).split(',') ?? [];
  const missing = mandatory.find((name) => !found.has(numberOf(name) ?? -1));
  if (missing) return { problem: `mandatory names ${missing}, which is not there: add it or take it out` };
  return { words: [...found].sort(([one], [other]) => one - other).map(([, word]) => word) };
}

const shapes: Record<Key, string> = {
  mandatory: 'mandatory: name other parameters of this record, such as mandatory=alpn,port',
  alpn: 'alpn: enter protocols, such as alpn=h2,h3',
  'no-default-alpn': 'no-default-alpn has no value',
  port: 'port: enter a number from 1 to 65535, such as port=8443',
  ipv4hint: 'ipv4hint: enter IPv4 addresses, such as ipv4hint=192.0.2.10,192.0.2.11',
  ech: 'ech: enter the configuration in base64',
  ipv6hint: 'ipv6hint: enter IPv6 addresses, such as ipv6hint=2001:db8::10',
  dohpath: 'dohpath: enter a path with {?dns}, such as dohpath=/dns-query{?dns}',
};

function numberOf(name: string): number | null {
  const named = (keys as readonly string[]).indexOf(name);
  if (named >= 0) return named;
  const number = Number(/^key(0|[1-9]\d{0,4})$/.exec(name)?.[1] ?? Number.NaN);
  return number < 65_535 ? number : null;
}

/** What stands behind the key; null when it is not of the key's shape. */
function readKnown(key: Key, given: string | undefined): string | null {
  if (key === 'no-default-alpn') return given === undefined || given === '' ? '' : null;
  const text = given === undefined ? null : wordText(given);
  if (!text) return null;
  const list = text.split(',').map((part) => part.trim());
  switch (key) {
    case 'mandatory':
      return readMandatory(list);
    case 'alpn':
      return list.every((id) => /^[a-z0-9._/-]{1,255}$/i.test(id)) && text.length <= 1024 ? `=${list.join(',')}` : null;
    case 'port':
      return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? `=${text}` : null;
    case 'ipv4hint':
      return joinAddresses(list.map(readIpv4));
    case 'ipv6hint':
      return joinAddresses(list.map(readIpv6));
    case 'ech':
      return text.length <= 4096 && text.length % 4 === 0 && /^[a-z0-9+/]+={0,2}$/i.test(text) ? `="${text}"` : null;
    case 'dohpath':
      return text.length <= 1024 &&
        /^\/[\x21\x23-\x27\x2a-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) &&
        text.includes('{?dns}')
        ? `="${text}"`
        : null;
  }
}

function readMandatory(list: readonly string[]): string | null {
  const numbers = [...new Set(list.map((name) => numberOf(name.toLowerCase()) ?? 0))].sort((one, other) => one - other);
  // mandatory (0) cannot name itself.
  return numbers.includes(0) ? null : `=${numbers.map((number) => keys[number] ?? `key${number}`).join(',')}`;
}

const joinAddresses = (list: readonly (string | null)[]): string | null =>
  list.length <= 64 && list.every((address) => address !== null) ? `=${list.join(',')}` : null;

function readOpaque(given: string | undefined): string | null {
  const bytes = wordBytes(given ?? '');
  const value = bytes && bytes.length <= 1024 ? quoteBytes(bytes) : null;
  // The grammar of RFC 9460 has none of these even in quotes, and PowerDNS keeps to it.
  return value && !/[;()]/.test(value) ? `=${value}` : null;
}
