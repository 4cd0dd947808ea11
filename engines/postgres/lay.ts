import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../lib/free-port.ts';
import { findPostgres } from './binaries.ts';
import type { OtherUser } from './leave-root.ts';
import { clearLeftovers, readPostmaster } from './leftovers.ts';

const run = promisify(execFile);
const user = 'headwater';

export type PostgresOptions = {
  /** Holds the cluster and its password; made when absent. */
  folder: string;
  /** A free port of the system's choice unless given. */
  port?: number;
  maxConnections?: number;
  /** For data that nobody will miss: no fsync. */
  throwaway?: boolean;
  /** Another user to run as: needed where we are root, which PostgreSQL refuses. */
  runAs?: OtherUser | undefined;
};

export type PostgresPlan = {
  /** To be spawned as it stands; SIGINT is its fast, clean stop. */
  argv: readonly string[];
  url: string;
  port: number;
  cluster: string;
  /** To be called before every start: makes way after a crash and tells what it did; refuses when one is running. */
  clear(): Promise<string[]>;
  /** Whether the postmaster accepts connections. */
  isReady(): Promise<boolean>;
  /** Waits for that; fails when `signal` aborts. */
  waitUntilReady(signal: AbortSignal): Promise<void>;
};

/** Makes a cluster where there is none and says how to run it. It starts nothing. */
export async function layPostgres(options: PostgresOptions): Promise<PostgresPlan> {
  const { postgres, initdb } = findPostgres();
  const { runAs } = options;
  const prefix = runAs?.prefix ?? [];
  const cluster = join(options.folder, 'cluster');
  const passwordFile = join(options.folder, 'password');
  // Fails, rather than answering no, where the folder may not be looked into: a cluster must never be made over another.
  if (!statSync(cluster, { throwIfNoEntry: false })) await initialise();
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const port = options.port ?? (await findFreePort());
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    // Sockets would need a folder of their own with a short path; the loopback address with a password serves as well.
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 100,
    password_encryption: 'scram-sha-256',
    jit: 'off',
    ...(options.throwaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const argv = [...prefix, postgres, '-D', cluster, ...flags];
  const isReady = async () => (await readPostmaster(cluster))?.state === 'ready';
  return {
    argv,
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    port,
    cluster,
    clear: () => clearLeftovers(cluster),
    isReady,
    async waitUntilReady(signal) {
      while (!(await isReady())) await sleep(10, undefined, { signal });
    },
  };

  async function initialise() {
    // Built aside and renamed, so that an interrupted first start leaves no half cluster behind.
    const draft = `${cluster}.draft`;
    await mkdir(options.folder, { recursive: true });
    await rm(draft, { recursive: true, force: true });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (runAs) for (const path of [options.folder, passwordFile]) await chown(path, runAs.uid, runAs.gid);
    const flags = ['-D', draft, '-U', user, '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8'];
    // The built-in locale sorts the same on every machine; a system's locales change with its C library.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const [command, ...rest] = [...prefix, initdb, ...flags, ...locale];
    if (options.throwaway) rest.push('--no-sync');
    await run(command ?? initdb, rest, { env: { ...process.env, LC_ALL: 'C' } });
    await rename(draft, cluster);
  }
}
