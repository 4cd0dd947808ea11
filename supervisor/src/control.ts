import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { layPostgres } from '@headwater/engines/postgres';
import { commonEnvironment, type Fleet, nodeArgv, saveEnvironment } from './fleet.ts';
import { runOnce } from './once.ts';
import type { Environment, Program } from './program.ts';
import { obtainSecret } from './secret.ts';
import { reachable, type Settings } from './settings.ts';
import { inWords, say } from './terminal.ts';

export class StartFailed extends Error {}

export type Control = { env: Environment; api: Program };

/** The control plane: the database, what it must hold, then the API and the jobs side by side. */
export async function startControl(fleet: Fleet, signal: AbortSignal): Promise<Control> {
  const { settings } = fleet;
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(fleet, signal));
  const env: Environment = {
    ...commonEnvironment(settings),
    ...(process.env.DATABASE_APP_URL ? { DATABASE_APP_URL: process.env.DATABASE_APP_URL } : {}),
    ...(process.env.HEADWATER_SMTP_URL ? { HEADWATER_SMTP_URL: process.env.HEADWATER_SMTP_URL } : {}),
    DATABASE_URL: databaseUrl,
    HEADWATER_SECRET: obtainSecret(settings.dataFolder, process.env.HEADWATER_SECRET),
  };
  saveEnvironment(settings, env);
  await prepare(fleet, env, signal);
  signal.throwIfAborted();
  const cwd = settings.dataFolder;
  const watch = settings.development ? ['--watch'] : [];
  // Node may hang in its own exit, with nobody left to end it. What watches has a child to take along.
  const deathSignal = settings.development ? 'SIGTERM' : 'SIGKILL';
  const [node = '', ...rest] = nodeArgv('server/src/main.ts');
  const api = fleet.start({
    name: 'api',
    argv: [node, ...watch, ...rest, 'api'],
    env: () => env,
    cwd,
    deathSignal,
    isReady: async () => Boolean(await ask(settings, '/health')),
  });
  fleet.start({ name: 'worker', argv: [node, ...watch, ...rest, 'worker'], env: () => env, cwd, deathSignal });
  return { env, api };
}

export async function startDatabase(fleet: Fleet, signal: AbortSignal): Promise<string> {
  const { settings } = fleet;
  const plan = await layPostgres({ folder: join(settings.dataFolder, 'postgres') });
  const program = fleet.start({
    name: 'postgres',
    argv: plan.argv,
    env: () => commonEnvironment(settings),
    cwd: settings.dataFolder,
    stopSignal: 'SIGINT',
    // A fast stop writes everything back first, which takes as long as the disk needs.
    stopWithinSeconds: 60,
    before: plan.clear,
    isReady: plan.isReady,
  });
  if (!(await program.waitUntilReady(120)) && !signal.aborted) {
    throw new StartFailed(`PostgreSQL did not start; see ${join(fleet.logFolder, 'postgres.log')}`);
  }
  return plan.url;
}

/** Migrations, and the demo's provider on the first start. A database elsewhere may still be on its way up. */
async function prepare(fleet: Fleet, env: Environment, signal: AbortSignal): Promise<void> {
  const logPath = join(fleet.logFolder, 'prepare.log');
  const attempts = fleet.settings.databaseUrl ? 5 : 1;
  for (let attempt = 1; ; attempt++) {
    const options = { env, cwd: fleet.settings.dataFolder, logPath, signal };
    const outcome = await runOnce(nodeArgv('server/src/prepare.ts'), options);
    signal.throwIfAborted();
    if (outcome.ok) return;
    const words = outcome.stderr.trim().split('\n').slice(-12).join('\n');
    if (attempt === attempts) throw new StartFailed(`The database could not be prepared; see ${logPath}\n${words}`);
    say(`The database is not ready (attempt ${attempt} of ${attempts}): ${words.split('\n').at(-1)}`);
    await sleep(attempt * 1000, undefined, { signal });
  }
}

export type RoleHealth = { state: string; reason?: string };
export type Health = { roles: Record<string, RoleHealth> };

/** What the API says of every role; when it says nothing, that is the health of the API. */
export async function readHealth({ settings }: Fleet): Promise<Health> {
  try {
    return (await ask(settings, '/health')) as Health;
  } catch (error) {
    return { roles: { api: { state: 'down', reason: inWords(error) } } };
  }
}

type SignIn = { email: string; password: string };

/** Who the demo signs in as: the API's to know. Null while it does not say. */
export async function readDemoSignIn({ settings }: Fleet): Promise<SignIn | null> {
  try {
    return ((await ask(settings, '/settings')) as { demo: SignIn | null }).demo;
  } catch {
    return null;
  }
}

async function ask({ bind, port }: Settings, path: string): Promise<unknown> {
  const url = `http://${reachable(bind)}:${port}/api/v1${path}`;
  const reply = await fetch(url, { signal: AbortSignal.timeout(2000) });
  if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  return reply.json();
}
