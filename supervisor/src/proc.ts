import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessFacts = {
  pid: number;
  state: string;
  parent: number;
  group: number;
  session: number;
  startTicks: number;
};

/**
 * What the kernel says about a process; null when there is none. A process number is used again sooner or later, so
 * whoever remembers one remembers its start time with it. A zombie no longer runs and counts as none.
 */
export function readProcess(pid: number): ProcessFacts | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The program's name stands in brackets and may itself contain blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = 'X', parent, group, session] = fields;
  if (state === 'Z' || state === 'X') return null;
  return {
    pid,
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: Number(fields[19]),
  };
}

export function isRunning(pid: number, startTicks: number): boolean {
  return readProcess(pid)?.startTicks === startTicks;
}

export function listProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((facts) => facts !== null);
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

/** Until it holds, or for so long. */
export async function waitFor(holds: () => boolean, withinMs: number): Promise<void> {
  for (let waitedMs = 0; !holds() && waitedMs < withinMs; waitedMs += 50) await sleep(50);
}

/** Whether a process belongs to the data folder: it works in it, names it, or carries it in its environment. */
export function belongsTo(pid: number, dataFolder: string): boolean {
  const inside = (path: string) => path === dataFolder || path.startsWith(`${dataFolder}/`);
  return (
    inside(attempt(() => readlinkSync(`/proc/${pid}/cwd`))) ||
    attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .includes(`HEADWATER_DATA=${dataFolder}`) ||
    attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(`${dataFolder}/`)
  );
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
