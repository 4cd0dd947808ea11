import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
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

/** A unix socket's path may have 107 bytes. */
const longestSocketPath = 107;
const systemCertificates = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

/** Makes the folders (sockets 0700), writes nginx.conf, and clears stale sockets. It starts nothing. */
export function layEdge(options: EdgeOptions): EdgeLayout {
  const folder = resolve(options.folder);
  const owner = ownerOf(options);
  const make = (path: string, mode = 0o750) => {
    mkdirSync(path, { recursive: true, mode });
    chmodSync(path, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  make(folder, 0o755);
  for (const name of ['conf', 'logs', 'cache', 'temp']) make(join(folder, name));
  make(join(folder, 'purges'), 0o700);
  const run = make(join(folder, 'run'), 0o700);
  const socketFolder = shortEnough(run) ? run : shelter(folder, owner?.uid ?? process.getuid?.() ?? 0, make);
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
    user: owner && !options.runAs ? owner.name : undefined,
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

const shortEnough = (folder: string) => Buffer.byteLength(join(folder, 'control.sock')) <= longestSocketPath;

/** A folder with a short path, for sockets that the run-time folder cannot hold. Others may write beside it: it must be ours. */
function shelter(folder: string, uid: number, make: (path: string, mode: number) => string): string {
  const path = join(tmpdir(), `edge-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && (found.uid === uid || found.uid === process.getuid?.());
  if (found && !isOurs)
    throw new Error(`${path} is somebody else's: remove it, or choose a folder with a shorter path than ${folder}`);
  if (!shortEnough(path)) throw new Error(`the paths of ${folder} and ${path} are too long for sockets`);
  return make(path, 0o700);
}

/** Who the workers run as, where that is not who we are: they append to the journal and fill the cache. */
function ownerOf(options: EdgeOptions): { name?: string; uid: number; gid: number } | undefined {
  if (options.runAs) return options.runAs;
  if (process.getuid?.() !== 0) return undefined;
  const name = options.user ?? 'www-data';
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [uid, gid] = (line?.split(':').slice(2, 4) ?? []).map(Number);
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name} on this system`);
  return { name, uid, gid };
}

/** What a process may raise its own limit to; every connection and every cached file takes one. */
function openFilesAllowed(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return Math.max(64, Math.min(65_536, hard === 'unlimited' ? 65_536 : Number(hard ?? 1024)));
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
export async function testEdge(layout: EdgeLayout): Promise<void> {
  const [command, ...flags] = layout.argv;
  try {
    await promisify(execFile)(command!, [...flags, '-t', '-q'], { timeout: 15_000 });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`nginx refuses its configuration: ${said || (error as Error).message}`);
  }
}

/** After the access log was renamed: nginx opens a new one. */
export function reopenLogs(pidFile: string): void {
  const pid = Number(readFileSync(pidFile, 'utf8').trim());
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`no process id in ${pidFile}`);
  process.kill(pid, 'SIGUSR1');
}
