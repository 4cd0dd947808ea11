import { EdgePurge, EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { Change } from '../lib/desired-state.ts';

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
    return purge.success ? { type: 'purge', key, ...purge.data } : unknown(key, purge.error.issues);
  }
  if (!key.startsWith('zone/'))
    return { type: 'unknown', key, zoneId: null, reason: `This edge does not know what ${key} is.` };
  if (doc === null) return { type: 'remove', key, zoneId: key.slice('zone/'.length) };
  const zone = EdgeZone.safeParse(doc);
  if (!zone.success) return unknown(key, zone.error.issues);
  return { type: 'put', key, zoneId: zone.data.id, zone: zone.data, good: EdgeZone.safeParse(good).data ?? null };
}

/** The document comes from a newer control plane, or from a faulty one. */
function unknown(key: string, issues: { path: PropertyKey[]; message: string }[]): EdgeChange {
  const [issue] = issues;
  const where = issue === undefined ? 'the document' : issue.path.map(String).join('.') || 'the document';
  return {
    type: 'unknown',
    key,
    zoneId: null,
    reason: `This edge does not accept ${where}: ${issue?.message ?? 'unknown'}`,
  };
}

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
