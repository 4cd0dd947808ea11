import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { openFilesAllowed, testConfiguration } from '../lib/nginx/process.ts';
import { findUserToBecome, folderMaker, placeSockets } from '../lib/run-folder.ts';
import { type CertificateFiles, keepOwnCertificate } from './certificate.ts';
import { application, loopback, writeRtmpConfig } from './config.ts';

export type RtmpOptions = {
  /** Run-time folder: configuration, pid, socket, certificate. Made when absent. */
  folder: string;
  /** The address to listen on, IPv4 or IPv6 (without brackets). */
  address: string;
  port: number;
  /** Null: no RTMPS. `proxiedPort` is one of loopback, by which what was decrypted goes on. */
  rtmps: { port: number; proxiedPort: number; certificate?: CertificateFiles | undefined } | null;
  /** Asked whether somebody may publish or play: `http://127.0.0.1:<port>/<secret>`. */
  hookUrl: string;
  /** nginx and its modules, as findNginxRtmp() told. */
  nginx: { binary: string; modules: string };
  /** Of publishers and players together; 1000 unless given, less where fewer files may be open. */
  maxConnections?: number | undefined;
  /** The user of the worker process where nginx itself starts as root; `www-data` unless given. */
  user?: string | undefined;
};

export type RtmpLayout = {
  /** To be spawned as it stands, in a process group of its own; SIGTERM stops it. It stays in the foreground, its errors go to stderr. */
  argv: string[];
  controlSocket: string;
  /** Sessions are played at `<playUrl>/<session>`. */
  playUrl: string;
};

/** Makes the folders (socket 0700), writes nginx.conf, and clears a stale socket. It starts nothing. */
export function layRtmp(options: RtmpOptions): RtmpLayout {
  if (!isAbsolute(options.nginx.binary)) throw new Error('the path of nginx must be absolute');
  const folder = resolve(options.folder);
  const owner = findUserToBecome(options.user ?? 'www-data');
  const make = folderMaker(owner);
  make(folder, 0o755);
  const conf = make(join(folder, 'conf'));
  make(join(folder, 'temp'));
  const run = make(join(folder, 'run'), 0o700);
  const name = 'control.sock';
  const controlSocket = join(placeSockets({ folder, run, kind: 'rtmp', longest: name }, make, owner), name);
  // After a kill it would keep nginx from starting.
  rmSync(controlSocket, { force: true });
  const { rtmps } = options;
  const text = writeRtmpConfig({
    folder,
    modules: options.nginx.modules,
    controlSocket,
    listen: { address: options.address, port: options.port },
    rtmps: rtmps && { ...rtmps, ...(rtmps.certificate ?? keepOwnCertificate(conf)) },
    hookUrl: options.hookUrl,
    // A publisher by RTMPS takes three, and its hook one.
    maxConnections: Math.min(options.maxConnections ?? 1000, Math.floor(openFilesAllowed() / 4) - 16),
    user: owner?.name,
  });
  const configFile = join(conf, 'nginx.conf');
  // The hook's secret stands in it.
  writeFileSync(configFile, text, { mode: 0o600 });
  chmodSync(configFile, 0o600);
  return {
    argv: [options.nginx.binary, '-p', folder, '-e', 'stderr', '-c', configFile],
    controlSocket,
    playUrl: `rtmp://${loopback}:${options.port}/${application}`,
  };
}

/** Asks nginx whether it accepts the configuration; throws with its words. */
export const testRtmp = (layout: RtmpLayout): Promise<void> => testConfiguration(layout.argv);
