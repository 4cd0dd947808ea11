import { DnsZone } from '@headwater/contract/nodes/dns-document';
import type { Change } from '../lib/desired-state.ts';
import { whyNotAccepted } from '../lib/unknown-document.ts';

/** A row of the feed as a name server understands it. */
export type DnsChange =
  | { type: 'put'; key: string; zone: DnsZone }
  | { type: 'remove'; key: string }
  | { type: 'unknown'; key: string; reason: string };

/** What a name server follows are things only: nothing is carried out once. */
export const isEvent = (): boolean => false;

export function understand({ key, doc }: Change): DnsChange {
  if (!key.startsWith('domain/'))
    return { type: 'unknown', key, reason: `This name server does not know what ${key} is.` };
  if (doc === null) return { type: 'remove', key };
  const zone = DnsZone.safeParse(doc);
  if (!zone.success) return { type: 'unknown', key, reason: whyNotAccepted('name server', doc, zone.error.issues) };
  // The document itself and not a copy of it: what the state log holds is not held twice.
  return { type: 'put', key, zone: doc as DnsZone };
}

/** The names that a row speaks of, also where its newest document is not understood. */
export function namesIn({ doc, good }: Change): string[] {
  return [doc, good].flatMap((version) => {
    const name = (version as { name?: unknown } | null | undefined)?.name;
    return typeof name === 'string' ? [name] : [];
  });
}
