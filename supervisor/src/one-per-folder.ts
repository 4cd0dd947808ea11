import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, readProcess } from './proc.ts';
import { say } from './terminal.ts';

export class AlreadyRunning extends Error {}

type Owner = { pid: number; startTicks: number; startedAt: string; stopping?: boolean };

const longestStopMs = 75_000;

const fileOf = (dataFolder: string) => join(dataFolder, 'run', 'supervisor.json');

/** The supervisor that runs on a data folder now, or null. */
export function readOwner(dataFolder: string): Owner | null {
  const owner = readRecord(dataFolder);
  return owner && isRunning(owner.pid, owner.startTicks) ? owner : null;
}

/** Refuses while another supervisor runs on the folder; one that is on its way out is waited for. */
export async function refuseSecondStart(dataFolder: string): Promise<void> {
  const untilMs = performance.now() + longestStopMs;
  for (let told = false; ; ) {
    const owner = readOwner(dataFolder);
    if (!owner) return;
    if (!owner.stopping || performance.now() > untilMs) throw new AlreadyRunning(describe(dataFolder, owner));
    if (!told) say(`The last run (process ${owner.pid}) is still stopping; waiting for it …`);
    told = true;
    await sleep(100);
  }
}

/**
 * Makes this process the only supervisor of a data folder. The claim is an abstract socket, which the kernel gives to
 * one process alone and takes back however that process ends; the file beside it only says who that is.
 */
export async function claimFolder(
  dataFolder: string,
): Promise<{ previous: Owner | null; announceStop(): void; release(): void }> {
  await refuseSecondStart(dataFolder);
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 32);
  const socket = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    socket.once('error', () => reject(new AlreadyRunning(describe(dataFolder, readOwner(dataFolder)))));
    socket.listen(`\0headwater-${name}`, resolve);
  });
  socket.unref();
  const previous = readRecord(dataFolder);
  const startTicks = readProcess(process.pid)?.startTicks ?? 0;
  const owner: Owner = { pid: process.pid, startTicks, startedAt: new Date().toISOString() };
  mkdirSync(join(dataFolder, 'run'), { recursive: true, mode: 0o700 });
  const save = (record: Owner) => {
    writeFileSync(`${fileOf(dataFolder)}.draft`, JSON.stringify(record));
    renameSync(`${fileOf(dataFolder)}.draft`, fileOf(dataFolder));
  };
  save(owner);
  return {
    previous,
    announceStop: () => save({ ...owner, stopping: true }),
    release() {
      rmSync(fileOf(dataFolder), { force: true });
      socket.close();
    },
  };
}

function readRecord(dataFolder: string): Owner | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataFolder), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

function describe(dataFolder: string, owner: Owner | null): string {
  const who = owner ? ` (process ${owner.pid}, since ${owner.startedAt.slice(0, 16).replace('T', ' ')} UTC)` : '';
  return (
    `Headwater already runs on ${dataFolder}${who}. Stop it with Ctrl-C where it runs` +
    `${owner ? `, or with: kill ${owner.pid}` : ''}. To run a second one, give it a folder and ports of its own: ` +
    'HEADWATER_DATA, HEADWATER_PORT, HEADWATER_EDGE_PORT, HEADWATER_DNS_PORT, HEADWATER_DEMO_ORIGIN_PORT.'
  );
}
