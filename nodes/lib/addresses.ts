import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/**
 * The addresses from which others see this machine's requests come: those of its interfaces, or what the operator says,
 * who alone knows what a NAT makes of them. Read each time, since an address may change while the node runs.
 */
export function listAddresses(given: string, interfaces = networkInterfaces): string[] {
  const named = given.split(',').flatMap((address) => address.trim() || []);
  const wrong = named.find((address) => isIP(address) === 0);
  if (wrong !== undefined) throw new Error(`HEADWATER_NODE_ADDRESSES: "${wrong}" is not an IP address`);
  if (named.length > 0) return named;
  const all = Object.values(interfaces()).flatMap((of) => of ?? []);
  return all.filter(leavesTheLink).map(({ address }) => address);
}

const leavesTheLink = ({ internal, address }: NetworkInterfaceInfo): boolean =>
  !internal && !/^(169\.254\.|fe[89ab][0-9a-f]:)/i.test(address);
