import { isIPv6, SocketAddress } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The one spelling of an address that edges compare with (RFC 5952); an IPv4 address that is written as IPv6 is IPv4. */
export function canonicalAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  return mapped.exec(canonical)?.[1] ?? canonical;
}
