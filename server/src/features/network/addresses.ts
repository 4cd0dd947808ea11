import { isIP } from 'node:net';
import { v6Groups } from '../../lib/ip-address.ts';

/** Each address once, as it is written by convention; IPv4 before IPv6, each in numeric order. What is no address is left out. */
export function tidyAddresses(addresses: readonly string[]): string[] {
  const known = new Map<string, bigint>();
  for (const address of addresses) {
    if (isIP(address) === 4) known.set(address, v4Number(address));
    if (isIP(address) !== 6) continue;
    const written = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
    known.set(written, v6Number(written));
  }
  return [...known].toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([address]) => address);
}

const v4Number = (address: string) => address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n);

/** Beyond every IPv4 address. */
const v6Number = (address: string) =>
  v6Groups(address).reduce((number, group) => number * 65_536n + BigInt(`0x${group}`), 0n) + (1n << 32n);
