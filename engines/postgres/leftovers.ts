import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export class PostgresBusy extends Error {}

export type Postmaster = { pid: number; port: number; state: string };

/** What the cluster's own lock file says; null without one, or with one that was cut short by a crash. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), state: (lines[7] ?? '').trim() };
}

/**
 * Makes way for a start. A lock file may name a process number that belongs to something else by now, so a process
 * counts as ours only when its working folder is the cluster; anything else is left alone.
 */
export async function clearLeftovers(cluster: string): Promise<string[]> {
  const notes: string[] = [];
  const folder = await realpath(cluster);
  const postmaster = await readPostmaster(folder);
  if (postmaster && (await isPostgresOf(folder, postmaster.pid))) {
    throw new PostgresBusy(
      `PostgreSQL (process ${postmaster.pid}) already runs on ${folder}. Stop it, or use another data folder.`,
    );
  }
  // Backends of a killed postmaster end by themselves within moments, unless they are busy computing.
  for (let waitedMs = 0; ; waitedMs += 50) {
    const orphans = await findPostgresOf(folder);
    if (orphans.length === 0) break;
    if (waitedMs >= 2000) {
      for (const pid of orphans) kill(pid);
      notes.push(`Ended ${orphans.length} PostgreSQL processes that a crash had left behind.`);
      await sleep(100);
      break;
    }
    await sleep(50);
  }
  const lock = join(folder, 'postmaster.pid');
  if (existsSync(lock)) {
    // Also when it is empty, which PostgreSQL itself refuses to pass.
    await rm(lock);
    notes.push('PostgreSQL was not stopped in order; it repairs itself from its log.');
  }
  return notes;
}

async function findPostgresOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const ours = await Promise.all(pids.map((pid) => isPostgresOf(folder, pid)));
  return pids.filter((_, index) => ours[index]);
}

async function isPostgresOf(folder: string, pid: number): Promise<boolean> {
  try {
    const [cwd, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return cwd === folder && basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone meanwhile: what was wanted.
  }
}
