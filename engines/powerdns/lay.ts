import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findUserToBecome, folderMaker, placeSockets } from '../lib/run-folder.ts';
import { type ConfigParts, loopback, writeDnsdistConfig, writePdnsConfig } from './config.ts';
import type { DnsPrograms } from './find.ts';

export type DnsOptions = {
  /** Run-time folder: configuration, keys, database, socket. Made when absent. */
  folder: string;
  /** Where the public asks, over UDP and TCP: IPv4 or IPv6 (without brackets). */
  address: string;
  port: number;
  /** Ports on 127.0.0.1, all different: PowerDNS (UDP and TCP), its API, dnsdist's counters, and the collector's that dnsdist connects to. */
  ports: { pdns: number; api: number; counters: number; collector: number };
  /** The programs, as findPowerDns() told. */
  programs: DnsPrograms;
  /** Above it an address (IPv6: a /56) is sent to TCP. Unless given: 1000, and none for this machine itself. */
  maxQueriesPerSecondPerAddress?: number | undefined;
  /** Whom the programs become where they start as root; `pdns` unless given. */
  user?: string | undefined;
};

export type DnsLayout = {
  /** Each to be spawned as it stands, in a process group of its own. They stay in the foreground; SIGTERM is the clean stop. */
  pdns: { argv: string[] };
  dnsdist: { argv: string[] };
  /** For PowerDnsApi. */
  api: { url: string; key: string };
  /** Where startCollector is to listen. */
  collector: { host: string; port: number };
  /** For readCounters. */
  counters: { url: string; password: string };
};

/** Makes the folders, writes both configurations (0600: keys stand in them). It starts nothing. */
export function layDns(options: DnsOptions): DnsLayout {
  if (!isIP(options.address)) throw new Error(`${options.address} is not an IP address`);
  const folder = resolve(options.folder);
  // Root is left behind once the ports are open.
  const owner = findUserToBecome(options.user ?? 'pdns');
  const make = folderMaker(owner);
  make(folder, 0o755);
  const conf = make(join(folder, 'conf'), 0o700);
  const database = make(join(folder, 'database'), 0o700);
  const run = make(join(folder, 'run'), 0o700);
  const socketFolder = placeSockets({ folder, run, kind: 'dns', longest: 'pdns.controlsocket' }, make, owner);
  const { ports, programs } = options;
  const parts: ConfigParts = {
    socketFolder,
    database: join(database, 'zones.lmdb'),
    modules: programs.modules,
    listen: { address: options.address, port: options.port },
    ports,
    keys: readKeys(join(conf, 'keys.json')),
    owner,
    cores: availableParallelism(),
    maxQueriesPerSecondPerAddress: options.maxQueriesPerSecondPerAddress,
  };
  const dnsdistFile = join(conf, 'dnsdist.conf');
  write(join(conf, 'pdns.conf'), writePdnsConfig(parts));
  write(dnsdistFile, writeDnsdistConfig(parts));
  const become = owner ? ['-u', String(owner.uid), '-g', String(owner.gid)] : [];
  return {
    pdns: { argv: [programs.pdns, `--config-dir=${conf}`] },
    dnsdist: { argv: [programs.dnsdist, '--supervised', '--disable-syslog', ...become, '-C', dnsdistFile] },
    api: { url: `http://${loopback}:${ports.api}`, key: parts.keys.api },
    collector: { host: loopback, port: ports.collector },
    counters: { url: `http://${loopback}:${ports.counters}/counters`, password: parts.keys.counters },
  };
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** The same at every layout, so that a node that is started again still reaches programs that outlived it. */
function readKeys(path: string): ConfigParts['keys'] {
  if (!existsSync(path)) {
    const [api, counters] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
    // A torn file would keep every later start from working.
    write(`${path}.new`, JSON.stringify({ api, counters }));
    renameSync(`${path}.new`, path);
  }
  return JSON.parse(readFileSync(path, 'utf8')) as ConfigParts['keys'];
}

/** Asks both programs whether they accept their configuration; throws with their words. dnsdist alone would start without its backend. */
export async function testDns(layout: DnsLayout): Promise<void> {
  await check('PowerDNS', [...layout.pdns.argv, '--config=check']);
  await check('dnsdist', [...layout.dnsdist.argv, '--check-config']);
}

async function check(name: string, [command, ...flags]: string[]): Promise<void> {
  try {
    await promisify(execFile)(command!, flags, { timeout: 15_000 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} refuses its configuration: ${`${stdout}${stderr}`.trim() || (error as Error).message}`);
  }
}
