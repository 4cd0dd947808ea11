import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@headwater/engines/lib';

import { legacyAddresses } from './legacy.ts';

const projectFolder = resolve(import.meta.dirname, '../..');
const readyWithinMs = 180_000;
const stoppedWithinMs = 60_000;

type Ports = Record<'panel' | 'edge' | 'dns' | 'rtmp' | 'rtmps' | 'demoOrigin' | 'legacy', number>;

/** A Headwater of the journeys' own, started as a customer starts it: `npm start`, on free ports, in a fresh folder. */
export class Headwater {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'headwater-journeys-')));
  readonly #environment: Record<string, string>;
  readonly ports: Ports;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(ports: Ports) {
    this.ports = ports;
    const { panel, edge, dns, rtmp, rtmps, demoOrigin, legacy } = ports;
    this.#environment = {
      ...(process.env as Record<string, string>),
      HEADWATER_DATA: this.folder,
      HEADWATER_PORT: String(panel),
      HEADWATER_EDGE_PORT: String(edge),
      HEADWATER_DNS_PORT: String(dns),
      HEADWATER_RTMP_PORT: String(rtmp),
      HEADWATER_RTMPS_PORT: String(rtmps),
      HEADWATER_DEMO_ORIGIN_PORT: String(demoOrigin),
      // The journeys' own origins listen on this machine.
      HEADWATER_ALLOW_PRIVATE_ORIGINS: '1',
      // What proxied hosts are answered with: where the edge of this machine listens.
      HEADWATER_EDGE_ADDRESSES: '127.0.0.1',
      // The panel before this one, and the feedback widget: `stage/legacy.ts` plays both.
      HEADWATER_LEGACY_URL: legacyAddresses(legacy)[0]!,
      HEADWATER_FEEDBACK_SCRIPT: legacyAddresses(legacy)[1]!,
      NODE_ENV: '',
    };
  }

  static async start(): Promise<Headwater> {
    const headwater = new Headwater({
      panel: await findFreePort(),
      edge: await findFreePort(),
      dns: await findFreePort(),
      rtmp: await findFreePort(),
      rtmps: await findFreePort(),
      demoOrigin: await findFreePort(),
      legacy: await findFreePort(),
    });
    try {
      await headwater.#start();
      return headwater;
    } catch (error) {
      await headwater.stop();
      throw error;
    }
  }

  async #start(): Promise<void> {
    // Should this process be killed, npm goes with it, and Headwater with npm.
    const argv = ['--pdeathsig', 'KILL', 'npm', 'start'];
    const child = spawn('setpriv', argv, {
      cwd: projectFolder,
      env: this.#environment,
      // A group of its own, which a stop reaches as a terminal's Ctrl-C would.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.#output += chunk));
    const isReady = () => this.#output.includes('Headwater is ready:') || child.exitCode !== null;
    if (!(await comesTrue(isReady, readyWithinMs)) || child.exitCode !== null) {
      throw new Error(`Headwater did not start:\n${this.#output}`);
    }
    const health = async () => {
      const reply = await fetch(`http://127.0.0.1:${this.ports.panel}/api/v1/health`);
      const { roles } = (await reply.json()) as { roles: Record<string, { state: string }> };
      return Object.values(roles).every(({ state }) => state === 'ok');
    };
    if (!(await comesTrue(health, readyWithinMs))) throw new Error(`Headwater is not healthy:\n${this.#output}`);
  }

  operate(...args: string[]): Promise<string> {
    return operate(this.#environment, args);
  }

  /** Stops it as Ctrl-C does, and makes sure that nothing of it is left. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGINT');
    const stopped = await comesTrue(() => this.#processes().length === 0, stoppedWithinMs);
    const left = this.#processes();
    for (const pid of left) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    if (!stopped) throw new Error(`Headwater left processes behind: ${left.join(', ')}\n${this.#output}`);
  }

  /** Every process that works in this folder or was told of it. */
  #processes(): number[] {
    const mark = `HEADWATER_DATA=${this.folder}\0`;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => {
        const told = attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark));
        return told || attempt(() => readlinkSync(`/proc/${pid}/cwd`).startsWith(this.folder));
      })
      .map(Number);
  }
}

/** Runs one of the operators' commands on the Headwater of this environment. */
export async function operate(environment: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const command = [join(projectFolder, 'supervisor/bin/headwater.mjs'), ...args];
  const child = spawn(process.execPath, command, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
  return output;
}

/** A process may end, or belong to someone else, while one looks at it. */
function attempt(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

async function comesTrue(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (await holds()) return true;
    await sleep(100);
  }
  return false;
}
