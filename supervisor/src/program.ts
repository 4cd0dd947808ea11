import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LineReader } from './log-lines.ts';
import { listProcesses } from './proc.ts';
import type { Registry } from './registry.ts';
import { inWords, say, warn } from './terminal.ts';

export type Environment = Readonly<Record<string, string>>;

export type ProgramPlan = {
  name: string;
  argv: readonly string[];
  /** Asked for before each start, for what may have changed since the last. */
  env: () => Environment | Promise<Environment>;
  /** The data folder: by it a start after a crash recognises what is left. */
  cwd: string;
  stopSignal?: NodeJS.Signals;
  stopWithinSeconds?: number;
  /** The program whose end it sees before its own. */
  stopsAfter?: string;
  /** What it gets when nobody is left to wait for it; the stop signal unless given. */
  deathSignal?: NodeJS.Signals;
  /** Makes way for each start; what it returns is told in the terminal. */
  before?: () => Promise<string[]>;
  isReady?: () => Promise<boolean>;
};

const firstPauseMs = 200;
const longestPauseMs = 10_000;
const steadyAfterMs = 30_000;

/** One child process that is kept running until it is told to stop. */
export class Program {
  readonly name: string;
  readonly #plan: ProgramPlan;
  readonly #registry: Registry;
  readonly #log: LineReader;
  #child: ChildProcess | undefined;
  #stopping = new AbortController();
  #kept: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #lastEnd = '';

  constructor(plan: ProgramPlan, registry: Registry, log: LineReader) {
    this.name = plan.name;
    this.#plan = plan;
    this.#registry = registry;
    this.#log = log;
  }

  get stopsAfter(): string | undefined {
    return this.#plan.stopsAfter;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): this {
    this.#kept ??= this.#keepRunning();
    return this;
  }

  async #keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const end = await this.#runOnce().catch((error) => inWords(error));
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > steadyAfterMs) pauseMs = firstPauseMs;
      // Jitter, so that programs that fell together do not come back in step.
      const waitMs = pauseMs * (0.5 + Math.random() / 2);
      // The same reason again and again would bury everything else in the terminal.
      if (end !== this.#lastEnd || pauseMs < 2000) {
        warn(`${this.name} ${end}. Starting it again in ${(waitMs / 1000).toFixed(1)} s; see ${this.#log.path}`);
        for (const line of this.#log.lastErrors()) warn(`  ${line}`);
      }
      this.#lastEnd = end;
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  /** Resolves when the process has ended and nothing of its group is left, with how it ended. */
  async #runOnce(): Promise<string> {
    for (const note of (await this.#plan.before?.()) ?? []) say(note);
    const env = await this.#plan.env();
    if (this.#stopping.signal.aborted) return 'was stopped';
    const { stopSignal = 'SIGTERM', deathSignal = stopSignal } = this.#plan;
    const [command = '', ...args] = this.#plan.argv;
    // The death signal is for the case that this process is killed and can no longer stop anything. A session of its
    // own keeps the terminal's Ctrl-C away from the child, and whatever it starts within reach of one kill.
    const child = spawn('setpriv', ['--pdeathsig', deathSignal.slice(3), command, ...args], {
      cwd: this.#plan.cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    if (child.pid) this.#registry.add(this.name, child.pid, deathSignal);
    this.#log.follow(child);
    const end = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    });
    this.#child = undefined;
    if (child.pid) await endGroup(child.pid);
    this.#registry.remove(this.name);
    return end;
  }

  async waitUntilReady(withinSeconds: number): Promise<boolean> {
    const untilMs = performance.now() + withinSeconds * 1000;
    while (performance.now() < untilMs && !this.#stopping.signal.aborted) {
      if (this.#child && (await this.#plan.isReady?.().catch(() => false)) !== false) return true;
      await sleep(25);
    }
    return false;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#stopping.abort();
    const { stopSignal = 'SIGTERM', stopWithinSeconds = 8 } = this.#plan;
    this.#child?.kill(stopSignal);
    const deadline = setTimeout(() => {
      warn(`${this.name} did not stop within ${stopWithinSeconds} s; it was killed.`);
      this.#child?.kill('SIGKILL');
    }, stopWithinSeconds * 1000);
    await this.#kept;
    clearTimeout(deadline);
    this.#log.close();
  }
}

/** A killed master leaves its workers behind; they hold its ports and would go on serving what is no longer true. */
async function endGroup(leader: number): Promise<void> {
  const isLeft = () => listProcesses().some(({ group }) => group === leader);
  for (let waitedMs = 0; isLeft() && waitedMs < 2000; waitedMs += 20) {
    try {
      process.kill(-leader, 'SIGKILL');
    } catch {
      return;
    }
    await sleep(20);
  }
}
