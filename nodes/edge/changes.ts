import { EdgePurge, EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { Change } from '../lib/desired-state.ts';
import { whyNotAccepted } from '../lib/unknown-document.ts';

/** A row of the feed as an edge understands it. */
export type EdgeChange =
  | { type: 'put'; key: string; zoneId: string; zone: EdgeZone; good: EdgeZone | null }
  | { type: 'remove'; key: string; zoneId: string }
  | { type: 'purge'; key: string; zoneId: string; paths: string[] }
  | { type: 'unknown'; key: string; zoneId: null; reason: string };

export const isPurge = (key: string): boolean => key.startsWith('purge/');

export function understand({ key, doc, good }: Change): EdgeChange {
  if (isPurge(key)) {
    const purge = EdgePurge.safeParse(doc);
    return purge.success ? { type: 'purge', key, ...purge.data } : unknown(key, doc, purge.error.issues);
  }
  if (!key.startsWith('zone/'))
    return { type: 'unknown', key, zoneId: null, reason: `This edge does not know what ${key} is.` };
  if (doc === null) return { type: 'remove', key, zoneId: key.slice('zone/'.length) };
  const zone = EdgeZone.safeParse(doc);
  if (!zone.success) return unknown(key, doc, zone.error.issues);
  return { type: 'put', key, zoneId: zone.data.id, zone: zone.data, good: EdgeZone.safeParse(good).data ?? null };
}

const unknown = (key: string, doc: unknown, issues: Parameters<typeof whyNotAccepted>[2]): EdgeChange => ({
  type: 'unknown',
  key,
  zoneId: null,
  reason: whyNotAccepted('edge', doc, issues),
});

/** Neighbours of the same sort, to be handed over together. */
export function runsOf(changes: EdgeChange[]): EdgeChange[][] {
  const runs: EdgeChange[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.type === change.type) run.push(change);
    else runs.push([change]);
  }
  return runs;
}
