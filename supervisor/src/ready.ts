import { readDemoSignIn, readHealth } from './control.ts';
import type { Fleet } from './fleet.ts';
import { nodeWords, waitForNode } from './node-in-service.ts';
import type { Program } from './program.ts';
import { type NodeRole, nodeRoles, reachable, type Settings } from './settings.ts';
import { say, warn } from './terminal.ts';

/** What keeps each kind of node on this machine from working, in words with the remedy. */
export type Missing = Record<NodeRole, readonly string[]>;

/** Says that everything answers, and what does not. */
export async function announceReady(
  fleet: Fleet,
  api: Program | undefined,
  missing: Missing,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = fleet;
  const roles = nodeRoles.filter((role) => settings.roles.includes(role));
  if (!api) {
    const words = roles.map((role) => runsWhere[role](settings));
    say(`Headwater's ${words.join(', its ')} and ${roles.length > 1 ? 'follow' : 'follows'} ${settings.controlUrl}`);
    for (const line of Object.values(missing).flat()) warn(line);
    return;
  }
  while (!(await api.waitUntilReady(60))) {
    if (signal.aborted) return;
    warn(`The API does not answer yet; see ${fleet.logFolder}/api.log`);
  }
  const working = roles.filter((role) => missing[role].length === 0);
  const waitFor = (role: NodeRole) =>
    waitForNode(async () => (await readHealth(fleet)).roles[role], nodeWords[role], signal);
  const problems = await Promise.all(working.map(waitFor));
  const signIn = settings.demo ? await readDemoSignIn(fleet) : null;
  if (signal.aborted) return;
  say(`Headwater is ready: ${settings.publicUrl}`);
  if (signIn) say(`Sign in as ${signIn.email} / ${signIn.password}`);
  const host = reachable(settings.bind);
  if (working.includes('dns')) say(`Domains are answered on ${host}, port ${settings.dnsPort}, by UDP and TCP`);
  if (working.includes('live'))
    say(`Streams are taken in on ${host}, port ${settings.rtmpPort} by RTMP and ${settings.rtmpsPort} by RTMPS`);
  for (const line of Object.values(missing).flat()) warn(line);
  for (const problem of problems) if (problem) warn(problem);
}

const runsWhere: Record<NodeRole, (settings: Settings) => string> = {
  edge: ({ edgePort }) => `edge runs on port ${edgePort}`,
  dns: ({ dnsPort }) => `name server runs on port ${dnsPort}`,
  live: ({ rtmpPort }) => `live server runs on port ${rtmpPort}`,
  storage: ({ doors }) => `storage runs on port ${doors.storage.port}`,
};
