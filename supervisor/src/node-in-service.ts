import { setTimeout as sleep } from 'node:timers/promises';
import type { RoleHealth } from './control.ts';
import type { NodeRole } from './settings.ts';

const patienceMs = 20_000;
const lookEveryMs = 50;
/** While another node of its kind serves, ours counts as degraded on its way up, which is nothing to tell. */
const settleMs = 2000;

type NodeWords = { serves: string; notYet: string };
export const nodeWords: Record<NodeRole, NodeWords> = {
  edge: { serves: 'Zones are served', notYet: 'The edge is not in service yet' },
  dns: { serves: 'Domains are answered', notYet: 'The name server is not in service yet' },
  live: { serves: 'Streams are taken in', notYet: 'The live server is not in service yet' },
  storage: { serves: 'Recordings are stored', notYet: 'The storage is not in service yet' },
};

/** Waits until a kind of node serves; returns what is not as it should be, in a sentence, or null. */
export async function waitForNode(
  readRole: () => Promise<RoleHealth | undefined>,
  words: NodeWords,
  signal: AbortSignal,
): Promise<string | null> {
  let problem = 'it did not answer';
  let servesSinceMs: number | null = null;
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < patienceMs && !signal.aborted) {
    const role = await readRole();
    if (role?.state === 'ok') return null;
    problem = role?.reason ?? role?.state ?? problem;
    servesSinceMs = role?.state === 'degraded' ? (servesSinceMs ?? performance.now()) : null;
    if (servesSinceMs !== null && performance.now() - servesSinceMs >= settleMs) {
      return `${words.serves}, but not all is well: ${problem}`;
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
  return `${words.notYet}: ${problem}`;
}
