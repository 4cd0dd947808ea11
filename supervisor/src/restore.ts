import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './control.ts';
import { commonEnvironment, Fleet, nodeArgv } from './fleet.ts';
import { runOnce } from './once.ts';
import { AlreadyRunning, claimFolder } from './one-per-folder.ts';
import { Registry } from './registry.ts';
import { readSettings, runFolder, SettingsProblem, stagingName } from './settings.ts';
import { inWords, say, warn } from './terminal.ts';

// Lays a data folder from the backup that is standard input: aside, and moved into its place once it is whole.

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

async function restore(): Promise<void> {
  const { signal } = stopping;
  const settings = readSettings(process.env);
  const claim = await claimFolder(settings.dataFolder);
  const staging = { ...settings, dataFolder: join(settings.dataFolder, stagingName) };
  await new Registry(runFolder(staging), staging.dataFolder).clearLeftovers();
  rmSync(staging.dataFolder, { recursive: true, force: true });
  const registry = new Registry(runFolder(staging), staging.dataFolder);
  const fleet = new Fleet(staging, registry);
  try {
    const environment = {
      ...commonEnvironment(staging),
      ...(process.env.DATABASE_APP_URL ? { DATABASE_APP_URL: process.env.DATABASE_APP_URL } : {}),
      ...(process.env.HEADWATER_SECRET ? { HEADWATER_SECRET: process.env.HEADWATER_SECRET } : {}),
    };
    const take = async (step: 'check' | 'load', env: Record<string, string>) => {
      const outcome = await runOnce(nodeArgv('server/src/restore.ts', step), {
        env,
        cwd: staging.dataFolder,
        logPath: join(fleet.logFolder, 'restore.log'),
        signal,
        stdin: 'inherit',
      });
      signal.throwIfAborted();
      if (!outcome.ok) throw new SettingsProblem(outcome.stderr.trim());
      return outcome.stdout.trim();
    };
    say(`Restoring the backup ${await take('check', environment)} …`);
    const databaseUrl = settings.databaseUrl ?? (await startDatabase(fleet, signal));
    signal.throwIfAborted();
    await take('load', { ...environment, DATABASE_URL: databaseUrl });
    await fleet.stop();
    // The secret first: a database without its own would be given a new one, and what is sealed in it would be lost.
    for (const name of ['secret', 'postgres']) {
      const made = join(staging.dataFolder, name);
      if (existsSync(made)) renameSync(made, join(settings.dataFolder, name));
    }
  } finally {
    await fleet.stop();
    rmSync(staging.dataFolder, { recursive: true, force: true });
    claim.release();
  }
  say(`Restored into ${settings.dataFolder}. Start it with: HEADWATER_DATA=${settings.dataFolder} npm start`);
}

try {
  await restore();
} catch (error) {
  const known = error instanceof AlreadyRunning || error instanceof SettingsProblem;
  warn(`Nothing was restored. ${stopping.signal.aborted ? 'It was stopped.' : known ? error.message : inWords(error)}`);
  process.exitCode = 1;
}
