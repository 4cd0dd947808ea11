import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type Process = { pid: number; parent: number; args: string; cwd: string; cpuSeconds: number };

/** This process and all below it. */
export function readProcesses(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const family = new Set([root]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

export function readProcess(pid: number): Process | [] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command stands in brackets and may hold anything; the fields after it are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      cwd: readlinkSync(`/proc/${pid}/cwd`),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    };
  } catch {
    // It ended meanwhile.
    return [];
  }
}

/** What these have used since, in shares of one core; one that came or went meanwhile is left out. */
export function cpuBetween(before: Process[], after: Process[], seconds: number): number {
  const used = after.map(
    ({ pid, cpuSeconds }) => cpuSeconds - (before.find((one) => one.pid === pid)?.cpuSeconds ?? cpuSeconds),
  );
  return used.reduce((sum, one) => sum + one, 0) / seconds;
}
