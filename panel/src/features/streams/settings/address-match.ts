type Address = { bits: 32 | 128; value: bigint };

/** Whether an address is one that the list names, or in one of its networks; null for what is no address. */
export function matchAddress(text: string, list: readonly string[]): { by: string | null } | null {
  const address = parseAddress(text.trim());
  if (address === null) return null;
  return { by: list.find((entry) => isIn(address, entry)) ?? null };
}

function isIn(address: Address, entry: string): boolean {
  const [text = '', length] = entry.split('/');
  const network = parseAddress(text);
  if (network === null || network.bits !== address.bits) return false;
  const open = BigInt(network.bits - (length === undefined ? network.bits : Number(length)));
  return address.value >> open === network.value >> open;
}

/** An address as a number. IPv4 in IPv6's clothes is IPv4. */
export function parseAddress(text: string): Address | null {
  const v4 = parseV4(text);
  if (v4 !== null) return { bits: 32, value: v4 };
  const v6 = parseV6(text);
  if (v6 === null) return null;
  return v6 >> 32n === 0xffffn ? { bits: 32, value: v6 & 0xffff_ffffn } : { bits: 128, value: v6 };
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | null {
  const halves = withoutDots(text)?.split('::');
  if (halves === undefined || halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const gap = 8 - head.length - tail.length;
  if (halves.length === 2 ? gap < 1 : gap !== 0) return null;
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** `::ffff:192.0.2.1` with its end in groups. */
function withoutDots(text: string): string | null {
  if (!text.includes('.')) return text;
  const colon = text.lastIndexOf(':');
  const v4 = parseV4(text.slice(colon + 1));
  if (colon < 0 || v4 === null) return null;
  return `${text.slice(0, colon + 1)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
}
