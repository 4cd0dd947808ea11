import { BlockList, isIP } from 'node:net';
import { canonicalAddress } from '@headwater/engines/address';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether an address is one of these addresses and networks (CIDR). */
export function isAmong(address: string, networks: readonly string[]): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === null) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(base, familyOf(base));
    else list.addSubnet(base, Number(bits), familyOf(base));
  }
  return list.check(canonical, familyOf(canonical));
}
