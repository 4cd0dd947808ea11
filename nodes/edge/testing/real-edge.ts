import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { type EdgeLayout, findNginx, layEdge } from '@headwater/engines/nginx';
import { agentEnvironment } from '../../lib/testing/agent-environment.ts';
import { FakeControlPlane } from '../../lib/testing/fake-control-plane.ts';
import { until } from '../../lib/testing/until.ts';

export type Answer = { status: number; cache: string; body: string };

/** nginx and the agent as real processes, with an origin and a control plane on loopback. */
export class RealEdge {
  readonly control = new FakeControlPlane();
  readonly environment: Record<string, string> = {};
  /** What the origin answers to everything. */
  content = 'one';
  originRequests = 0;
  originUrl = '';
  agentLog = '';
  agent: ChildProcess | null = null;
  nginx: ChildProcess | null = null;
  #folder = '';
  #port = 0;
  #layout: EdgeLayout | null = null;
  #origin: http.Server | null = null;

  async prepare(): Promise<this> {
    this.#folder = await mkdtemp(join(tmpdir(), 'edge-'));
    // nginx started by root gives its workers another user.
    await chmod(this.#folder, 0o755);
    this.#port = await freePort();
    this.#origin = http.createServer((_request, response) => {
      this.originRequests += 1;
      response.setHeader('cache-control', 'max-age=600');
      response.end(this.content);
    });
    await new Promise<void>((resolve) => this.#origin?.listen(0, '127.0.0.1', resolve));
    this.originUrl = `http://127.0.0.1:${(this.#origin.address() as AddressInfo).port}`;
    await this.control.start();
    return this;
  }

  get folder(): string {
    return this.#folder;
  }

  get layout(): EdgeLayout {
    if (this.#layout === null) throw new Error('nginx was not started');
    return this.#layout;
  }

  startNginx(): void {
    const nginx = findNginx();
    if (!nginx.ok) throw new Error(nginx.reason);
    const folder = join(this.#folder, 'nginx');
    this.#layout = layEdge({ folder, address: '127.0.0.1', port: this.#port, nginx, workers: 1 });
    const [command = '', ...flags] = this.#layout.argv;
    this.nginx = spawn(command, flags, { stdio: 'ignore', detached: true });
  }

  /** What an agent finds in its environment. */
  get agentEnvironment(): NodeJS.ProcessEnv {
    const layout = this.#layout;
    return {
      ...agentEnvironment(this.control, this.#folder),
      ...(layout === null
        ? {}
        : {
            HEADWATER_EDGE_SOCKET: layout.controlSocket,
            HEADWATER_EDGE_ACCESS_LOG: layout.accessLog,
            HEADWATER_EDGE_PID_FILE: layout.pidFile,
            HEADWATER_EDGE_CACHE_FOLDER: layout.cacheFolder,
          }),
      ...this.environment,
    };
  }

  startAgent(): void {
    const agent = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: this.agentEnvironment,
    });
    agent.stderr?.on('data', (chunk: Buffer) => {
      this.agentLog += chunk.toString();
    });
    this.agent = agent;
  }

  async stopAgent(signal: NodeJS.Signals): Promise<void> {
    const agent = this.agent;
    this.agent = null;
    await endProcess(agent, signal);
  }

  /** The master and its workers at once, as when the machine goes. */
  async killNginx(): Promise<void> {
    const nginx = this.nginx;
    this.nginx = null;
    await endProcess(nginx, 'SIGKILL', 'group');
  }

  async remove(): Promise<void> {
    await this.stopAgent('SIGKILL');
    await this.killNginx();
    await this.control.stop();
    this.#origin?.closeAllConnections();
    this.#origin?.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async startBoth(): Promise<void> {
    this.startNginx();
    this.startAgent();
    await until(() => this.last?.serving === true, 'the edge to serve');
  }

  /** What this node said last. */
  get last(): NodeReport | undefined {
    return this.control.reports.at(-1);
  }

  acknowledged(seq: number): Promise<void> {
    return until(() => this.last?.appliedSeq === seq && this.last.serving, `acknowledgement of ${seq}`);
  }

  get(host: string, path: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.get(
        { host: '127.0.0.1', port: this.#port, path, headers: { host }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              cache: String(response.headers['x-cache'] ?? ''),
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      request.on('error', reject);
    });
  }
}
