import { setTimeout as sleep } from 'node:timers/promises';
import { readHealth } from './control.ts';
import type { Fleet } from './fleet.ts';
import type { Program } from './program.ts';
import { say, warn } from './terminal.ts';

const demoSignIn = 'demo@headwater.test / headwater-demo';

/** Says that everything answers, and what does not. */
export async function announceReady(
  fleet: Fleet,
  api: Program | undefined,
  missing: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { settings } = fleet;
  if (!api) {
    say(`Headwater's edge runs on port ${settings.edgePort} and follows ${settings.controlUrl}`);
    for (const line of missing) warn(line);
    return;
  }
  while (!(await api.waitUntilReady(60))) {
    if (signal.aborted) return;
    warn(`The API does not answer yet; see ${fleet.logFolder}/api.log`);
  }
  const edgeProblem = settings.roles.includes('edge') && missing.length === 0 ? await waitForEdge(fleet, signal) : null;
  if (signal.aborted) return;
  say(`Headwater is ready: ${settings.publicUrl}`);
  if (settings.demo) say(`Sign in as ${demoSignIn}`);
  for (const line of missing) warn(line);
  if (edgeProblem) warn(`The edge is not in service yet: ${edgeProblem}`);
}

async function waitForEdge(fleet: Fleet, signal: AbortSignal): Promise<string | null> {
  let problem = 'it did not answer';
  for (let waitedMs = 0; waitedMs < 20_000 && !signal.aborted; waitedMs += 50) {
    const edge = (await readHealth(fleet))?.roles.edge;
    if (edge?.state === 'ok') return null;
    problem = edge?.reason ?? edge?.state ?? problem;
    await sleep(50);
  }
  return problem;
}
