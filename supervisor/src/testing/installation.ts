import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@headwater/engines/lib';
import { belongsTo, listProcesses, readProcess } from '../proc.ts';
import type { Entry } from '../registry.ts';
import { projectFolder } from '../settings.ts';
import { type Place, thisMachine } from './place.ts';

export type Ran = { code: number | null; output: string };

/** A Headwater of its own: the real programs, in a temporary folder and on free ports. */
export class Installation {
  readonly folder: string;
  readonly ports: { api: number; edge: number; dns: number; rtmp: number; rtmps: number; origin: number };
  readonly #extra: Record<string, string>;
  readonly #place: Place;
  #process: ChildProcess | undefined;
  #ended: Promise<number | null> = Promise.resolve(null);
  output = '';

  private constructor(folder: string, ports: Installation['ports'], extra: Record<string, string>, place: Place) {
    this.folder = folder;
    this.ports = ports;
    this.#extra = extra;
    this.#place = place;
  }

  static async lay(extra: Record<string, string> = {}, place = thisMachine): Promise<Installation> {
    const folder = place.dataFolder ?? realpathSync(mkdtempSync(join(tmpdir(), 'headwater-installation-')));
    const [api, edge, dns, rtmp, rtmps, origin] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ];
    return new Installation(folder, { api, edge, dns, rtmp, rtmps, origin }, extra, place);
  }

  get environment(): Record<string, string> {
    return {
      ...(process.env as Record<string, string>),
      HEADWATER_DATA: this.folder,
      HEADWATER_PORT: String(this.ports.api),
      HEADWATER_EDGE_PORT: String(this.ports.edge),
      HEADWATER_DNS_PORT: String(this.ports.dns),
      HEADWATER_RTMP_PORT: String(this.ports.rtmp),
      HEADWATER_RTMPS_PORT: String(this.ports.rtmps),
      HEADWATER_DEMO_ORIGIN_PORT: String(this.ports.origin),
      HEADWATER_APT: '0',
      HEADWATER_BUILD_PANEL: '0',
      NODE_ENV: '',
      ...this.#extra,
    };
  }

  /** Starts it and waits until it says that it is ready. */
  start(): Promise<this> {
    return this.#follow(this.#spawn([process.execPath, join(this.#place.checkout, 'supervisor/bin/start.mjs')]));
  }

  /** As a person does it: between them and the supervisor stand npm and its shell. */
  startByNpm(): Promise<this> {
    return this.#follow(this.#spawn(['npm', 'start']));
  }

  async #follow(child: ChildProcess): Promise<this> {
    this.output = '';
    this.#process = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += chunk));
    await until(
      () => /is ready:|'s (edge|name server|live server|storage) runs on/.test(this.output) || child.exitCode !== null,
      90_000,
    );
    if (child.exitCode !== null) throw new Error(`It did not start:\n${this.output}`);
    return this;
  }

  get startedPid(): number {
    if (!this.#process?.pid) throw new Error('It was not started');
    return this.#process.pid;
  }

  /** Stops it as Ctrl-C does. */
  async stop(): Promise<number | null> {
    if (this.#process?.exitCode !== null || this.#process.signalCode !== null) return null;
    this.#process.kill('SIGINT');
    return this.#ended;
  }

  /** Kills what start() or startByNpm() started, and that alone. */
  async killStarted(): Promise<void> {
    process.kill(this.startedPid, 'SIGKILL');
    await this.#ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs one of the project's commands against it, to its end. */
  async run(script: string, ...args: string[]): Promise<Ran> {
    const child = this.#spawn([process.execPath, join(this.#place.checkout, 'supervisor/bin', script), ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  }

  #spawn(argv: string[]): ChildProcess {
    const [command = '', ...args] = this.#place.enter(argv);
    return spawn(command, args, {
      cwd: projectFolder,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The process of one of its programs. */
  pidOf(name: string): number {
    const entries = JSON.parse(readFileSync(join(this.folder, 'run/programs.json'), 'utf8')) as Entry[];
    const pid = entries.find((entry) => entry.name === name)?.pid;
    // Never a number that stands for something else: 0 would be the test's own process group.
    if (!pid) throw new Error(`${name} does not run`);
    return pid;
  }

  /** Kills a program without warning and waits for another process in its place. */
  async kill(name: string): Promise<void> {
    const pid = this.pidOf(name);
    process.kill(pid, 'SIGKILL');
    await until(() => {
      const next = attempt(() => this.pidOf(name));
      return next !== undefined && next !== pid && readProcess(next) !== null;
    }, 30_000);
  }

  /** Every process that belongs to the folder, whoever started it. */
  processes(): number[] {
    return listProcesses()
      .map(({ pid }) => pid)
      .filter((pid) => pid !== process.pid && belongsTo(pid, this.folder));
  }
}

/** Waits for something to hold; fails with its own words when it does not in time. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs} ms: ${holds}`);
    await sleep(25);
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
