/** For tests and measurements: a real nginx that takes in RTMP, asking a hook that the test programs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, freePort } from '../../lib/testing/index.ts';
import {
  findNginxRtmp,
  type HookCall,
  layRtmp,
  RtmpControl,
  type RtmpLayout,
  type RtmpOptions,
  readHookCall,
} from '../index.ts';

/** True lets the client in, as `{ session }` under that name; false refuses it. `publish_done` needs no answer. */
export type HookAnswer = boolean | { session: string };

export class TestRtmp {
  readonly folder = mkdtempSync(join(tmpdir(), 'rtmp-'));
  readonly #options: Partial<RtmpOptions>;
  readonly #secret = randomBytes(8).toString('hex');
  layout!: RtmpLayout;
  control!: RtmpControl;
  port = 0;
  rtmpsPort = 0;
  proxiedPort = 0;
  hookPort = 0;
  /** Every call so far. */
  calls: HookCall[] = [];
  /** What nginx wrote to stderr. */
  said = '';
  /** What the hook answers; until a test sets it, everybody is let in under the name they gave. */
  answer: (call: HookCall) => HookAnswer | Promise<HookAnswer> = () => true;
  #hook: Server | undefined;
  #nginx: ChildProcess | undefined;

  constructor(options: Partial<RtmpOptions> = {}) {
    this.#options = options;
  }

  /** Starts the hook, unless `hookUrl` names another, and nginx; waits until it answers. */
  async start(): Promise<this> {
    this.hookPort ||= await freePort();
    this.port ||= await freePort();
    this.rtmpsPort ||= await freePort();
    this.proxiedPort ||= await freePort();
    if (!this.#options.hookUrl) await this.startHook();
    return this.startNginx();
  }

  async startNginx(): Promise<this> {
    const nginx = findNginxRtmp();
    if (!nginx.ok) throw new Error(`${nginx.reason}: ${nginx.remedy}`);
    this.layout = layRtmp({
      folder: this.folder,
      address: '127.0.0.1',
      port: this.port,
      rtmps: { port: this.rtmpsPort, proxiedPort: this.proxiedPort },
      hookUrl: `http://127.0.0.1:${this.hookPort}/${this.#secret}`,
      nginx,
      ...this.#options,
    });
    this.control = new RtmpControl(this.layout.controlSocket);
    const [command, ...flags] = this.layout.argv;
    const child = spawn(command!, flags, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
    });
    this.#nginx = child;
    for (const untilMs = performance.now() + 10_000; ; await sleep(20)) {
      try {
        await this.control.readStat();
        return this;
      } catch (error) {
        if (performance.now() > untilMs || child.exitCode !== null)
          throw new Error(`nginx does not answer: ${this.said}`, { cause: error });
      }
    }
  }

  async startHook(): Promise<void> {
    this.#hook = createServer(async (asked, reply) => {
      let body = '';
      for await (const chunk of asked.setEncoding('utf8')) body += chunk;
      const call = asked.url === `/${this.#secret}` ? readHookCall(body) : null;
      if (call) this.calls.push(call);
      const answer = call !== null && (await this.answer(call));
      if (answer === false) reply.writeHead(403);
      else if (answer === true) reply.writeHead(200);
      else reply.writeHead(302, { location: answer.session });
      reply.end();
    }).listen(this.hookPort, '127.0.0.1');
    await once(this.#hook, 'listening');
  }

  async stopHook(): Promise<void> {
    const hook = this.#hook;
    this.#hook = undefined;
    if (!hook?.listening) return;
    hook.closeAllConnections();
    hook.close();
    await once(hook, 'close');
  }

  /** Where a publisher sends to. */
  urlOf(key: string): string {
    return `rtmp://127.0.0.1:${this.port}/live/${key}`;
  }

  get pid(): number {
    return this.#nginx!.pid!;
  }

  /** Of nginx' whole process group: SIGKILL is what a crash leaves. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const nginx = this.#nginx;
    this.#nginx = undefined;
    await endProcess(nginx, signal, signal === 'SIGKILL' ? 'group' : 'process');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await this.stopHook();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
