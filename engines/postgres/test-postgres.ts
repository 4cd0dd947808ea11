import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './binaries.ts';
import { layPostgres } from './lay.ts';
import { leaveRoot } from './leave-root.ts';

export type TestPostgres = {
  /** Of the superuser. */
  url: string;
  stop(): Promise<void>;
};

const namePrefix = 'headwater-test-postgres-';

/** A PostgreSQL for one test run: real, without fsync, gone with the process that started it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${namePrefix}${process.pid}-`));
  const runAs = await leaveRoot(findPostgres().postgres);
  const plan = await layPostgres({ folder, throwaway: true, maxConnections: 200, runAs });
  const child = spawn('setpriv', ['--pdeathsig', 'INT', ...withoutSetpriv(plan.argv)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  const ended = once(child, 'exit');
  const starting = new AbortController();
  void ended.then(() => starting.abort());
  const timer = setTimeout(() => starting.abort(), 60_000);
  await plan.waitUntilReady(starting.signal).catch(() => {
    throw new Error(`The test PostgreSQL did not start:\n${log}`);
  });
  clearTimeout(timer);
  return {
    url: plan.url,
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.kill('SIGINT');
      await ended;
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One setpriv does both: a second one, run as another user, could no longer change the first one's settings. */
const withoutSetpriv = (argv: readonly string[]) => (argv[0] === 'setpriv' ? argv.slice(1) : argv);

/** A killed run cannot tidy up after itself; the next one does. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(namePrefix)) continue;
    const pid = Number(name.slice(namePrefix.length).split('-')[0]);
    const alive = await readFile(`/proc/${pid}/stat`).then(
      () => true,
      () => false,
    );
    if (!alive) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
