import type { DnsRecord } from '@headwater/contract/dns/record';

/** Where the focus goes when records go: to the first one left behind the last of them, or before. */
export function rowAfter(shown: readonly DnsRecord[], drop: ReadonlySet<string> | 'all'): DnsRecord | undefined {
  if (drop === 'all') return undefined;
  const last = shown.findLastIndex(({ id }) => drop.has(id));
  return shown[last + 1] ?? shown.findLast(({ id }) => !drop.has(id));
}
