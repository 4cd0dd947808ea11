import { generateKeyPairSync } from 'node:crypto';
import type { DnsRrset, DnsZone } from '@headwater/contract/nodes/dns-document';

export const rrset = (name: string, type: string, ...records: string[]): DnsRrset => ({
  name,
  type,
  ttl: 300,
  records,
});

const nameServers = ['ns1.headwater.test.', 'ns2.headwater.test.'];

/** A zone as the control plane writes it; `id` is its name without dots. */
export function dnsZone(name: string, serial: number, more: DnsRrset[] = [], signing: string | null = null): DnsZone {
  const soa = `${nameServers[0]} hostmaster.${name}. ${serial} 10800 3600 604800 300`;
  return {
    id: name.replaceAll(/[^a-z0-9]/g, ''),
    name,
    rrsets: [rrset(name, 'SOA', soa), rrset(name, 'NS', ...nameServers), ...more],
    signing: signing === null ? null : { algorithm: 13, privateKey: signing },
  };
}

/** A new ECDSAP256SHA256 key in the ISC format. */
export function makeKey(): string {
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const number = Buffer.from(d, 'base64url').toString('base64');
  return `Private-key-format: v1.2\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ${number}\n`;
}
