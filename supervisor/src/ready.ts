import { readDemoSignIn, readHealth } from './control.ts';
import { waitForEdge } from './edge-in-service.ts';
import type { Fleet } from './fleet.ts';
import type { Program } from './program.ts';
import { say, warn } from './terminal.ts';

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
  const readEdge = async () => (await readHealth(fleet)).roles.edge;
  const hasEdge = settings.roles.includes('edge') && missing.length === 0;
  const edgeProblem = hasEdge ? await waitForEdge(readEdge, signal) : null;
  const signIn = settings.demo ? await readDemoSignIn(fleet) : null;
  if (signal.aborted) return;
  say(`Headwater is ready: ${settings.publicUrl}`);
  if (signIn) say(`Sign in as ${signIn.email} / ${signIn.password}`);
  for (const line of missing) warn(line);
  if (edgeProblem) warn(edgeProblem);
}
