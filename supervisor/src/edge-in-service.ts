import { setTimeout as sleep } from 'node:timers/promises';
import type { RoleHealth } from './control.ts';

const patienceMs = 20_000;
const lookEveryMs = 50;
/** While another edge serves, ours counts as degraded on its way up, which is nothing to tell. */
const settleMs = 2000;

/** Waits until zones are served; returns what is not as it should be, in a sentence, or null. */
export async function waitForEdge(
  readEdge: () => Promise<RoleHealth | undefined>,
  signal: AbortSignal,
): Promise<string | null> {
  let problem = 'it did not answer';
  let servesSinceMs: number | null = null;
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < patienceMs && !signal.aborted) {
    const edge = await readEdge();
    if (edge?.state === 'ok') return null;
    problem = edge?.reason ?? edge?.state ?? problem;
    servesSinceMs = edge?.state === 'degraded' ? (servesSinceMs ?? performance.now()) : null;
    if (servesSinceMs !== null && performance.now() - servesSinceMs >= settleMs) {
      return `Zones are served, but not all is well: ${problem}`;
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
  return `The edge is not in service yet: ${problem}`;
}
