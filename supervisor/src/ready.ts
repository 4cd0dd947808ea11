import { readDemoSignIn, readHealth } from './control.ts';
import type { Fleet } from './fleet.ts';
import { dnsWords, edgeWords, waitForNode } from './node-in-service.ts';
import type { Program } from './program.ts';
import { reachable, type Settings } from './settings.ts';
import { say, warn } from './terminal.ts';

/** What keeps a kind of node on this machine from working, in words with the remedy. */
export type Missing = { edge: readonly string[]; dns: readonly string[] };

/** Says that everything answers, and what does not. */
export async function announceReady(
  fleet: Fleet,
  api: Program | undefined,
  missing: Missing,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = fleet;
  if (!api) {
    say(
      `Headwater's ${describeNodes(settings)} and ${hasBoth(settings) ? 'follow' : 'follows'} ${settings.controlUrl}`,
    );
    for (const line of [...missing.edge, ...missing.dns]) warn(line);
    return;
  }
  while (!(await api.waitUntilReady(60))) {
    if (signal.aborted) return;
    warn(`The API does not answer yet; see ${fleet.logFolder}/api.log`);
  }
  const runs = (role: 'edge' | 'dns') => settings.roles.includes(role) && missing[role].length === 0;
  const wait = (role: 'edge' | 'dns', words: typeof edgeWords) =>
    runs(role) ? waitForNode(async () => (await readHealth(fleet)).roles[role], words, signal) : null;
  const problems = await Promise.all([wait('edge', edgeWords), wait('dns', dnsWords)]);
  const signIn = settings.demo ? await readDemoSignIn(fleet) : null;
  if (signal.aborted) return;
  say(`Headwater is ready: ${settings.publicUrl}`);
  if (signIn) say(`Sign in as ${signIn.email} / ${signIn.password}`);
  if (runs('dns')) say(`Domains are answered on ${reachable(settings.bind)}, port ${settings.dnsPort}, by UDP and TCP`);
  for (const line of [...missing.edge, ...missing.dns]) warn(line);
  for (const problem of problems) if (problem) warn(problem);
}

const hasBoth = ({ roles }: Settings) => roles.includes('edge') && roles.includes('dns');

function describeNodes(settings: Settings): string {
  const edge = `edge runs on port ${settings.edgePort}`;
  const dns = `name server runs on port ${settings.dnsPort}`;
  if (hasBoth(settings)) return `${edge}, its ${dns}`;
  return settings.roles.includes('edge') ? edge : dns;
}
