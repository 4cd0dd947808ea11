import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { openFilesAllowed, testConfiguration } from '../lib/nginx/process.ts';
import { findUserToBecome, folderMaker, type Owner, placeSockets } from '../lib/run-folder.ts';
import { writeConfig } from './config.ts';

export type EdgeOptions = {
  /** Run-time folder: configuration, pid, logs, cache, sockets, purge journal. Made when absent. */
  folder: string;
  /** The address to listen on, IPv4 or IPv6 (without brackets). */
  address: string;
  port: number;
  /** nginx and its modules, as findNginx() told. */
  nginx: { binary: string; modules: string };
  /** Worker processes; one per core unless given. */
  workers?: number | undefined;
  /** Bytes the cache may take on disk; 10 GiB unless given. */
  cacheMaxBytes?: number | undefined;
  /** A country database (.mmdb with a flat `country_code`); without one every country is `XX`. */
  geoDatabase?: string | undefined;
  /** The user of the worker processes where nginx itself starts as root; `www-data` unless given. */
  user?: string | undefined;
  /** Another user to run all of nginx as; its prefix stands before the command. */
  runAs?: { uid: number; gid: number; prefix: readonly string[] } | undefined;
  /** Certificates that origins are checked against; the system's unless given. */
  trustedCertificates?: string | undefined;
};

export type EdgeLayout = {
  /** To be spawned as it stands, in a process group of its own; SIGQUIT is its clean stop. It stays in the foreground. */
  argv: string[];
  controlSocket: string;
  accessLog: string;
  errorLog: string;
  pidFile: string;
  /** The folder of the cache: its disk is the one to watch. */
  cacheFolder: string;
};

const systemCertificates = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

/** Makes the folders (sockets 0700), writes nginx.conf, and clears stale sockets. It starts nothing. */
export function layEdge(options: EdgeOptions): EdgeLayout {
  const folder = resolve(options.folder);
  const owner: Owner | undefined = options.runAs ?? findUserToBecome(options.user ?? 'www-data');
  const make = folderMaker(owner);
  make(folder, 0o755);
  for (const name of ['conf', 'logs', 'cache', 'temp']) make(join(folder, name));
  make(join(folder, 'purges'), 0o700);
  const run = make(join(folder, 'run'), 0o700);
  const socketFolder = placeSockets({ folder, run, kind: 'edge', longest: 'control.sock' }, make, owner);
  const sockets = { control: join(socketFolder, 'control.sock'), inner: join(socketFolder, 'inner.sock') };
  // After a kill they would keep nginx from starting.
  for (const socket of Object.values(sockets)) rmSync(socket, { force: true });

  const configFile = join(folder, 'conf', 'nginx.conf');
  const pidFile = join(run, 'nginx.pid');
  const errorLog = join(folder, 'logs', 'error.log');
  const text = writeConfig({
    folder,
    sockets,
    luaFolder: join(import.meta.dirname, 'lua'),
    modules: options.nginx.modules,
    listen: { address: options.address, port: options.port },
    workers: options.workers ?? availableParallelism(),
    user: options.runAs ? undefined : owner?.name,
    cacheMaxBytes: options.cacheMaxBytes ?? 10 * 1024 ** 3,
    openFiles: openFilesAllowed(),
    geoDatabase: options.geoDatabase,
    trustedCertificates: options.trustedCertificates ?? certificatesIn(folder),
  });
  writeFileSync(configFile, text, { mode: 0o644 });
  if (!isAbsolute(options.nginx.binary)) throw new Error('the path of nginx must be absolute');
  const command = [options.nginx.binary, '-p', folder, '-e', errorLog, '-c', configFile];
  return {
    argv: [...(options.runAs?.prefix ?? []), ...command],
    controlSocket: sockets.control,
    accessLog: join(folder, 'logs', 'access.json'),
    errorLog,
    pidFile,
    cacheFolder: join(folder, 'cache'),
  };
}

/** The system's certificates, or those that come with Node where the system has none. */
function certificatesIn(folder: string): string {
  const found = systemCertificates.find((path) => existsSync(path));
  if (found) return found;
  const own = join(folder, 'conf', 'certificates.pem');
  writeFileSync(own, rootCertificates.join('\n'));
  return own;
}

/** Asks nginx whether it accepts the configuration; throws with its words. */
export const testEdge = (layout: EdgeLayout): Promise<void> => testConfiguration(layout.argv);

/** After the access log was renamed: nginx opens a new one. */
export function reopenLogs(pidFile: string): void {
  const pid = Number(readFileSync(pidFile, 'utf8').trim());
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`no process id in ${pidFile}`);
  process.kill(pid, 'SIGUSR1');
}
