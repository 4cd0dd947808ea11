import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropDataFolder, makeDataFolder, startHeadwater } from './lib/headwater.ts';
import type { Section } from './lib/section.ts';

/** How long a second start takes, and what every process holds when nothing happens. */
export async function run(): Promise<Section> {
  const dataFolder = await makeDataFolder();
  try {
    const first = await startHeadwater(dataFolder);
    await first.stop();
    const second = await startHeadwater(dataFolder);
    await sleep(10_000);
    const processes = await listTree(second.pid);
    await second.stop();
    const rows = processes.map(({ name, megabytes }) => ({
      what: name,
      value: `${megabytes.toFixed(0)} MB`,
      against: '–',
    }));
    const total = processes.reduce((sum, one) => sum + one.megabytes, 0);
    return {
      title: 'At rest (memory is the proportional set size, 10 s after the start)',
      rows: [
        {
          what: 'First start to ready, packages and panel in place',
          value: `${(first.readyMs / 1000).toFixed(1)} s`,
          against: '–',
        },
        {
          what: 'Second start to ready',
          value: `${(second.readyMs / 1000).toFixed(1)} s`,
          against: '–',
          mark: 'recorded',
        },
        ...rows,
        { what: 'All processes', value: `${total.toFixed(0)} MB`, against: '–', mark: 'recorded' },
      ],
    };
  } finally {
    await dropDataFolder(dataFolder);
  }
}

/** The process and all below it, those of one name added up. */
async function listTree(root: number): Promise<{ name: string; megabytes: number }[]> {
  const all = await Promise.all((await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(readProcess));
  const known = all.filter((one) => one !== null);
  const family = new Set([root]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const one of known) if (family.has(one.parent)) family.add(one.pid);
  }
  const byName = new Map<string, number>();
  for (const { pid, name, megabytes } of known) {
    if (family.has(pid)) byName.set(name, (byName.get(name) ?? 0) + megabytes);
  }
  return [...byName].map(([name, megabytes]) => ({ name, megabytes })).toSorted((a, b) => b.megabytes - a.megabytes);
}

async function readProcess(pid: string) {
  try {
    const [status, command, memory] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/smaps_rollup`, 'utf8'),
    ]);
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
      name: nameOf(command.split('\0')),
      megabytes: kilobytes / 1024,
    };
  } catch {
    // It ended meanwhile, or it is not ours to look at.
    return null;
  }
}

/** `server/src/main.ts api` says more than `node`. */
function nameOf(argv: string[]): string {
  const script = argv.findIndex((word) => word.endsWith('.ts'));
  if (script < 0) return (argv[0] ?? '').split(':')[0]!.split('/').at(-1)!;
  const rooms = argv[script]!.split('/').slice(-3).join('/');
  return [rooms, ...argv.slice(script + 1).filter(Boolean)].join(' ');
}
