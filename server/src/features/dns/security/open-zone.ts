import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import { unseal } from '../../../lib/seal.ts';
import type { Settings } from '../../../lib/settings.ts';
import type { SealedDnsZone } from '../document.ts';

/** Signing keys are sealed for this, and nothing else. */
export const keyPurpose = 'dnssec-key';

/** A zone's document as a name server gets it: with the key that it signs with. */
export function openDnsZone(doc: unknown, { secret }: Pick<Settings, 'secret'>): DnsZone {
  const { signing, ...zone } = doc as SealedDnsZone;
  if (!signing) return { ...zone, signing: null };
  const privateKey = unseal(secret, keyPurpose, Buffer.from(signing.sealed, 'base64')).toString('utf8');
  return { ...zone, signing: { algorithm: signing.algorithm, privateKey } };
}
