import { isIP } from 'node:net';
import { readIpv4, readIpv6 } from '@headwater/contract/dns/addresses';

/** An IPv4 address that came over an IPv6 socket is one all the same. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/**
 * The address that a record of this type is to have: of those that the caller names, or else the caller's own. Clients
 * that have two name both, with a comma between them.
 */
export function chooseAddress(type: string, myip: string | undefined, caller: string): string | null {
  const named = (myip || caller).split(',').map((one) => unmapped(one.trim()));
  const fits = named.find((one) => isIP(one) === (type === 'A' ? 4 : 6));
  if (fits === undefined) return null;
  return type === 'A' ? readIpv4(fits) : readIpv6(fits);
}
