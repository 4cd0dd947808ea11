/** For tests and measurements: a real PowerDNS and a real dnsdist in a temporary folder, stopped afterwards. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProcess, freePort } from '../../lib/testing/index.ts';
import { type DnsLayout, type DnsOptions, findPowerDns, layDns, PowerDnsApi, type Rrset } from '../index.ts';

/** A zone with what every zone has, and more records if given. */
export function zoneOf(name: string, more: Rrset[] = [], serial = 1): Rrset[] {
  return [
    {
      name,
      type: 'SOA',
      ttl: 3600,
      records: [`ns1.example.net. hostmaster.${name}. ${serial} 10800 3600 604800 300`],
    },
    { name, type: 'NS', ttl: 3600, records: ['ns1.example.net.', 'ns2.example.net.'] },
    ...more,
  ];
}

export type Digging = { tcp?: boolean; args?: string[]; port?: number };

export class TestDns {
  readonly folder = mkdtempSync(join(tmpdir(), 'dns-test-'));
  readonly #options: Partial<DnsOptions>;
  readonly #running: { pdns?: ChildProcess; dnsdist?: ChildProcess } = {};
  layout!: DnsLayout;
  api!: PowerDnsApi;
  /** Of dnsdist, which the public asks. */
  port = 0;
  ports!: DnsOptions['ports'];
  said = '';

  constructor(options: Partial<DnsOptions> = {}) {
    this.#options = options;
  }

  /** Writes the configurations, on the ports of the last time if there was one. */
  async lay(): Promise<this> {
    const programs = findPowerDns();
    if (!programs.ok) throw new Error(`${programs.reason}: ${programs.remedy}`);
    this.port ||= await freePort();
    this.ports ??= this.#options.ports ?? {
      pdns: await freePort(),
      api: await freePort(),
      counters: await freePort(),
      collector: await freePort(),
    };
    const { folder, port, ports } = this;
    this.layout = layDns({ address: '127.0.0.1', ...this.#options, folder, port, ports, programs });
    this.api = new PowerDnsApi(this.layout.api);
    return this;
  }

  /** Both, each until it answers. */
  async start(): Promise<this> {
    await this.lay();
    await this.startPdns();
    await this.startDnsdist();
    return this;
  }

  async startPdns(): Promise<void> {
    this.#spawn('pdns');
    await this.#until('PowerDNS', () => this.api.listZones());
  }

  async startDnsdist(): Promise<void> {
    this.#spawn('dnsdist');
    await this.#until('dnsdist', () => this.dig('health.invalid', 'SOA'));
  }

  #spawn(name: 'pdns' | 'dnsdist'): void {
    const [command, ...flags] = this.layout[name].argv;
    const child = spawn(command!, flags, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
      });
    this.#running[name] = child;
  }

  async #until(name: string, ask: () => Promise<unknown>): Promise<void> {
    for (const untilMs = performance.now() + 10_000; ; await sleep(20)) {
      try {
        await ask();
        return;
      } catch (error) {
        if (performance.now() > untilMs) throw new Error(`${name} does not answer: ${this.said}`, { cause: error });
      }
    }
  }

  pidOf(name: 'pdns' | 'dnsdist'): number {
    return this.#running[name]!.pid!;
  }

  /** Resolves when the process has ended. */
  async end(name: 'pdns' | 'dnsdist', signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#running[name];
    delete this.#running[name];
    await endProcess(child, signal);
  }

  /** What dig prints; throws where nothing answers. */
  async dig(name: string, type: string, { tcp = false, args = [], port = this.port }: Digging = {}): Promise<string> {
    const flags = [`@${this.#options.address ?? '127.0.0.1'}`, '-p', String(port), '+time=1', '+tries=1'];
    const question = [tcp ? '+tcp' : '+notcp', ...args, '-q', name, '-t', type];
    return (await promisify(execFile)('dig', [...flags, ...question])).stdout;
  }

  /** The data of the answer, sorted. */
  async ask(name: string, type: string, digging: Digging = {}): Promise<string[]> {
    const said = await this.dig(name, type, { ...digging, args: ['+short', ...(digging.args ?? [])] });
    return said.split('\n').filter(Boolean).sort();
  }

  async stop(): Promise<void> {
    await this.end('dnsdist');
    await this.end('pdns');
    this.api?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A new ECDSAP256SHA256 key in the ISC format, as documents carry it. */
export function makePrivateKey(): string {
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const number = Buffer.from(d, 'base64url').toString('base64');
  return `Private-key-format: v1.2\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ${number}\n`;
}
