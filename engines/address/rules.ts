import { BlockList, isIP } from 'node:net';

/**
 * Customers name their origins, and we fetch from them: an address that leads back into our own machine or network
 * must never pass. The lists follow IANA's special-purpose registries, with the addresses of cloud metadata services
 * that stand outside of them. Deny by default: of IPv6 only global unicast is allowed, minus what is special in it.
 */
const forbiddenIpv4: readonly [range: string, prefix: number, what: string][] = [
  ['0.0.0.0', 8, 'an unspecified address'],
  ['10.0.0.0', 8, 'a private address'],
  ['100.64.0.0', 10, 'a carrier-grade NAT address'],
  ['127.0.0.0', 8, 'a loopback address'],
  ['169.254.169.254', 32, 'a cloud metadata address'],
  ['169.254.0.0', 16, 'a link-local address'],
  ['172.16.0.0', 12, 'a private address'],
  ['192.0.0.0', 24, 'a reserved address'],
  ['192.0.2.0', 24, 'a documentation address'],
  ['192.88.99.0', 24, 'a reserved address'],
  ['192.168.0.0', 16, 'a private address'],
  ['198.18.0.0', 15, 'a benchmarking address'],
  ['198.51.100.0', 24, 'a documentation address'],
  ['203.0.113.0', 24, 'a documentation address'],
  ['224.0.0.0', 4, 'a multicast address'],
  ['240.0.0.0', 4, 'a reserved address'],
  // Azure's wire server: a public address that only ever answers inside a virtual machine's own host.
  ['168.63.129.16', 32, 'a cloud metadata address'],
];

const forbiddenIpv6: readonly [range: string, prefix: number, what: string][] = [
  ['::', 128, 'an unspecified address'],
  ['::1', 128, 'a loopback address'],
  ['fd00:ec2::254', 128, 'a cloud metadata address'],
  ['fd20:ce::254', 128, 'a cloud metadata address'],
  ['fc00::', 7, 'a private address'],
  ['fe80::', 10, 'a link-local address'],
  ['fec0::', 10, 'a private address'],
  ['ff00::', 8, 'a multicast address'],
  ['64:ff9b:1::', 48, 'a private translation address'],
  ['2001::', 32, 'a Teredo address'],
  ['2001::', 23, 'a reserved address'],
  ['2001:db8::', 32, 'a documentation address'],
  ['3fff::', 20, 'a documentation address'],
];

const listOf = (range: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  list.addSubnet(range, prefix, family);
  return list;
};
const ipv4Rules = forbiddenIpv4.map(([range, prefix, what]) => ({ list: listOf(range, prefix, 'ipv4'), what }));
const ipv6Rules = forbiddenIpv6.map(([range, prefix, what]) => ({ list: listOf(range, prefix, 'ipv6'), what }));
const globalUnicast = listOf('2000::', 3, 'ipv6');

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes dotted tails as hexadecimal groups, so one form is left to expand.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const parse = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = parse(head);
  const right = parse(tail ?? '');
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const dotted = (high: number, low: number): string => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/** The IPv4 address that a packet to this IPv6 address may end up at, if any. */
function embeddedIpv4(groups: number[]): { address: string; form: string } | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) return { address: dotted(g, h), form: '' };
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0)
    return { address: dotted(g, h), form: 'NAT64 form of ' };
  if (a === 0x2002) return { address: dotted(b, c), form: '6to4 form of ' };
  if ((e & 0xfdff) === 0 && f === 0x5efe) return { address: dotted(g, h), form: 'ISATAP form of ' };
  return null;
}

/** One spelling per address, IPv4-mapped ones as IPv4; null when it is no address. */
export function canonicalAddress(address: string): string | null {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return null;
  if (family === 4) return address;
  const embedded = embeddedIpv4(groupsOf(address));
  return embedded?.form === '' ? embedded.address : new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function ipv4Reason(address: string): string | null {
  return ipv4Rules.find(({ list }) => list.check(address, 'ipv4'))?.what ?? null;
}

function ipv6Reason(address: string): string | null {
  const embedded = embeddedIpv4(groupsOf(address));
  if (embedded !== null) {
    const reason = ipv4Reason(embedded.address);
    if (reason !== null) return embedded.form === '' ? reason : `the ${embedded.form}${reason}`;
    if (embedded.form === '' || embedded.form.startsWith('NAT64')) return null;
  }
  const rule = ipv6Rules.find(({ list }) => list.check(address, 'ipv6'));
  if (rule !== undefined) return rule.what;
  return globalUnicast.check(address, 'ipv6') ? null : 'a reserved address';
}

/**
 * Why an origin must not have this address, as a noun phrase for a sentence ("10.0.0.1 is a private address"), or null
 * when it may. `ownAddresses` are those of the provider's own nodes.
 */
export function forbiddenReason(address: string, ownAddresses: readonly string[] = []): string | null {
  const canonical = canonicalAddress(address);
  if (canonical === null) return 'not an IP address';
  const reason = isIP(canonical) === 4 ? ipv4Reason(canonical) : ipv6Reason(canonical);
  if (reason !== null) return reason;
  return ownAddresses.some((own) => canonicalAddress(own) === canonical)
    ? "an address of the provider's own nodes"
    : null;
}
