import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from './control.ts';
import { type Fleet, nodeArgv } from './fleet.ts';
import { runOnce } from './once.ts';
import type { NodeRole } from './settings.ts';

type Tokens = Partial<Record<NodeRole, string>>;

/** Who is about to be announced to each control plane. */
const waiting = new WeakMap<Control, { words: string[]; tokens: Promise<Tokens> }>();

/** Where the control plane runs in this same installation, nobody needs to fetch a join token by hand. */
export async function giveToken(
  fleet: Fleet,
  control: Control,
  kind: NodeRole,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  let next = waiting.get(control);
  if (!next) {
    const words: string[] = [];
    next = { words, tokens: announce(fleet, control, words, signal) };
    waiting.set(control, next);
  }
  next.words.push(kind, name);
  const token = (await next.tokens)[kind];
  if (!token) throw new Error('could not be given a join token');
  return token;
}

/** All at once: for four nodes the program takes as long as for one. */
async function announce(fleet: Fleet, control: Control, words: string[], signal: AbortSignal): Promise<Tokens> {
  // They all hear at the same moment that the control plane is there.
  await sleep(20);
  waiting.delete(control);
  const logPath = join(fleet.logFolder, 'join.log');
  const options = { env: control.env, cwd: fleet.settings.dataFolder, logPath, signal, quiet: true };
  const { ok, stdout, stderr } = await runOnce(nodeArgv('server/src/announce.ts', ...words), options);
  if (!ok) throw new Error(`could not be given a join token: ${stderr.trim() || stdout.trim()}`);
  return JSON.parse(stdout) as Tokens;
}
