import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { type DnsLayout, findPowerDns, layDns, PowerDnsApi } from '@headwater/engines/powerdns';
import { agentEnvironment } from '../../lib/testing/agent-environment.ts';
import type { FakeControlPlane } from '../../lib/testing/fake-control-plane.ts';
import { until } from '../../lib/testing/until.ts';

type Program = 'pdns' | 'dnsdist' | 'agent';
let nodes = 0;

/** PowerDNS, dnsdist and the agent as real processes, on loopback. */
export class RealDns {
  readonly control: FakeControlPlane;
  readonly environment: Record<string, string> = {};
  /** By which its reports are told from those of others. */
  readonly address = `203.0.113.${++nodes}`;
  readonly #running = new Map<Program, ChildProcess>();
  said = '';
  layout!: DnsLayout;
  folder = '';
  port = 0;

  constructor(control: FakeControlPlane) {
    this.control = control;
    control.joinTokens.add(this.address);
  }

  async prepare(): Promise<this> {
    this.folder = await mkdtemp(join(tmpdir(), 'dns-'));
    // PowerDNS started by root becomes another user.
    await chmod(this.folder, 0o755);
    this.port = await freePort();
    await this.lay();
    return this;
  }

  async lay(): Promise<void> {
    const programs = findPowerDns();
    if (!programs.ok) throw new Error(programs.reason);
    const [pdns = 0, api = 0, counters = 0, collector = 0] = await Promise.all([1, 2, 3, 4].map(freePort));
    const ports = { pdns, api, counters, collector };
    const { port } = this;
    this.layout = layDns({ folder: join(this.folder, 'dns'), address: '127.0.0.1', port, ports, programs });
    await writeFile(join(this.folder, 'layout.json'), JSON.stringify(this.layout));
  }

  get api(): PowerDnsApi {
    return new PowerDnsApi(this.layout.api);
  }

  start(program: Program): void {
    const agent = [process.execPath, join(import.meta.dirname, '../main.ts')];
    const [command = '', ...flags] = program === 'agent' ? agent : this.layout[program].argv;
    const env = program === 'agent' ? this.agentEnvironment : process.env;
    const child = spawn(command, flags, { stdio: ['ignore', 'ignore', 'pipe'], env });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
    this.#running.set(program, child);
  }

  /** What an agent finds in its environment. */
  get agentEnvironment(): NodeJS.ProcessEnv {
    return {
      ...agentEnvironment(this.control, this.folder, this.address),
      HEADWATER_NODE_ADDRESSES: this.address,
      HEADWATER_DNS_LAYOUT: join(this.folder, 'layout.json'),
      HEADWATER_DNS_ADDRESS: `127.0.0.1:${this.port}`,
      ...this.environment,
    };
  }

  async startAll(): Promise<void> {
    for (const program of ['pdns', 'dnsdist', 'agent'] as const) this.start(program);
    await until(() => this.last?.serving === true, 'the name server to serve', 12_000);
  }

  process(program: Program): ChildProcess | undefined {
    return this.#running.get(program);
  }

  /** Resolves when the process has ended. */
  async end(program: Program, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#running.get(program);
    this.#running.delete(program);
    await endProcess(child, signal);
  }

  get #database(): string {
    return join(this.folder, 'dns', 'database');
  }

  /** As when its disk was replaced. */
  async loseDatabase(): Promise<void> {
    await this.end('pdns');
    for (const name of await readdir(this.#database)) await rm(join(this.#database, name), { recursive: true });
    this.start('pdns');
  }

  /** When PowerDNS wrote last. */
  async databaseWrites(): Promise<string> {
    // Who reads writes to the lock.
    const files = (await readdir(this.#database)).filter((name) => !name.endsWith('-lock'));
    const times = files.map(async (name) => (await stat(join(this.#database, name))).mtimeMs);
    return (await Promise.all(times)).join();
  }

  async remove(): Promise<void> {
    for (const program of ['agent', 'dnsdist', 'pdns'] as const) await this.end(program);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** What this node said last. */
  get last(): NodeReport | undefined {
    return this.control.reports.findLast(({ addresses }) => addresses?.includes(this.address));
  }

  acknowledged(seq: number, patienceMs = 12_000): Promise<void> {
    return until(
      () => this.last?.appliedSeq === seq && this.last.serving && this.last.epoch === this.control.epoch,
      `acknowledgement of ${seq}`,
      patienceMs,
    );
  }

  /** What dig prints; '' where nothing answers. */
  async dig(name: string, type: string, ...flags: string[]): Promise<string> {
    const args = ['@127.0.0.1', '-p', String(this.port), '+time=1', '+tries=1', ...flags, name, type];
    return await promisify(execFile)('dig', args).then(
      ({ stdout }) => stdout,
      () => '',
    );
  }

  /** The data of the answer, sorted. */
  async ask(name: string, type: string): Promise<string[]> {
    return (await this.dig(name, type, '+short')).split('\n').filter(Boolean).sort();
  }
}
