import { readFileSync } from 'node:fs';

export type Usage = { cpuSeconds: number; rssBytes: number; atMs: number };

const ticksPerSecond = 100;

/** Also of one that has ended and waits to be collected. */
export function readStartTicks(pid: number): number | null {
  const fields = readStat(pid);
  return fields ? Number(fields[19]) : null;
}

/** A process number is used again sooner or later: only with its start does it name one process. A zombie no longer runs. */
export function isAlive(pid: number, startTicks: number): boolean {
  const fields = readStat(pid);
  return fields !== null && Number(fields[19]) === startTicks && fields[0] !== 'Z' && fields[0] !== 'X';
}

/** What it has taken until now; null when it is gone. */
export function readUsage(pid: number, startTicks: number): Usage | null {
  const fields = isAlive(pid, startTicks) ? readStat(pid) : null;
  if (!fields) return null;
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  return { cpuSeconds, rssBytes: readRssBytes(pid), atMs: performance.now() };
}

function readRssBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The fields after the program's name, which stands in brackets and may itself contain blanks and brackets. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
