/** For tests and measurements: a real edge in a temporary folder, real origins, everything stopped afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, freePort } from '../../lib/testing/index.ts';
import {
  type AccessLine,
  EdgeControl,
  type EdgeLayout,
  type EdgeOptions,
  type EdgeZoneConfig,
  findNginx,
  layEdge,
} from '../index.ts';

export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer; text: string; cache: string };
export type Asking = { method?: string; headers?: Record<string, string>; body?: string; host?: string };

export type TestOrigin = {
  url: string;
  address: string;
  port: number;
  seen: IncomingMessage[];
  server: Server;
  close(): Promise<void>;
};

export async function startOrigin(answer: RequestListener): Promise<TestOrigin> {
  const seen: IncomingMessage[] = [];
  const server = createServer((asked, reply) => {
    seen.push(asked);
    answer(asked, reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://origin.test:${port}`, address: `127.0.0.1:${port}`, port, seen, server, close };
}

/** An origin that answers as the URL asks: `?size=`, `?status=`, `?wait=` milliseconds, `?cc=` for Cache-Control, `?type=`, `?vary=`. */
export function startObedientOrigin(): Promise<TestOrigin> {
  return startOrigin(async (asked, reply) => {
    const url = new URL(asked.url ?? '/', 'http://origin.test');
    const wait = Number(url.searchParams.get('wait') ?? 0);
    if (wait) await sleep(wait);
    const size = Number(url.searchParams.get('size') ?? 10);
    const fields: Record<string, string> = {
      'cache-control': url.searchParams.get('cc') ?? 'max-age=600',
      'content-length': String(size),
    };
    const vary = url.searchParams.get('vary');
    if (vary) fields.vary = vary;
    const type = url.searchParams.get('type');
    if (type) fields['content-type'] = type;
    if (url.pathname === '/forged')
      Object.assign(fields, {
        'x-headwater-stored': '1',
        'x-headwater-control': 'forged',
        'x-accel-expires': '600',
        'x-accel-redirect': '/elsewhere',
        'x-cache': 'FORGED',
      });
    reply.writeHead(Number(url.searchParams.get('status') ?? 200), fields);
    reply.end('0123456789'.repeat(Math.ceil(size / 10)).slice(0, size));
  });
}

type ZoneChanges = Partial<Omit<EdgeZoneConfig, 'origin' | 'cache' | 'purge'>> & {
  origin?: Partial<EdgeZoneConfig['origin']>;
  cache?: Partial<EdgeZoneConfig['cache']>;
  purge?: Partial<EdgeZoneConfig['purge']>;
};

export function zoneOf(
  id: string,
  origin: { url: string; address: string },
  changes: ZoneChanges = {},
): EdgeZoneConfig {
  return {
    id,
    hosts: changes.hosts ?? [`${id}.test`],
    path: changes.path ?? null,
    disabled: changes.disabled ?? false,
    access: changes.access ?? null,
    delivery: changes.delivery ?? 'cached',
    origin: { url: origin.url, hostHeader: null, door: null, addresses: [origin.address], ...changes.origin },
    cache: { edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 0, ...changes.cache },
    purge: { generation: 0, bans: [], ...changes.purge },
  };
}

/** `directory` from `/` to `/`, spelt as in the request; `address` where links are bound to one. */
export function signLink(link: { key: string; directory: string; expires: number; address?: string }) {
  const { key, directory, expires, address = '' } = link;
  const token = createHmac('sha256', key).update(`${directory}\n${expires}\n${address}`).digest('base64url');
  return {
    token,
    inPath: (rest: string) => `${directory}~${expires}.${token}/${rest}`,
    inQuery: (rest: string) => `${directory}${rest}?expires=${expires}&token=${token}`,
  };
}

export class TestEdge {
  readonly folder = mkdtempSync(join(tmpdir(), 'edge-'));
  layout!: EdgeLayout;
  control!: EdgeControl;
  port = 0;
  #nginx: ChildProcess | undefined;
  readonly #options: Partial<EdgeOptions>;
  /** For cases that no option makes, such as a full memory. */
  amend: (config: string) => string = (config) => config;

  constructor(options: Partial<EdgeOptions> = {}) {
    this.#options = options;
  }

  /** Starts nginx and waits until its control socket answers. Zones are up to the test. */
  async start(): Promise<this> {
    const nginx = findNginx();
    if (!nginx.ok) throw new Error(`${nginx.reason}: ${nginx.remedy}`);
    this.port ||= await freePort();
    this.layout = layEdge({
      folder: this.folder,
      address: '127.0.0.1',
      port: this.port,
      nginx,
      workers: 2,
      ...this.#options,
    });
    const configFile = join(dirname(this.layout.cacheFolder), 'conf', 'nginx.conf');
    writeFileSync(configFile, this.amend(readFileSync(configFile, 'utf8')));
    const [command, ...flags] = this.layout.argv;
    this.#nginx = spawn(command!, flags, { stdio: 'ignore', detached: true });
    this.control = new EdgeControl(this.layout.controlSocket);
    for (let tries = 0; ; tries++) {
      try {
        await this.control.status();
        return this;
      } catch (error) {
        if (tries > 200 || this.#nginx.exitCode !== null)
          throw new Error(`nginx does not answer: ${this.errors()}`, { cause: error });
        await sleep(20);
      }
    }
  }

  async startOpen(zones: EdgeZoneConfig[]): Promise<this> {
    await this.start();
    const { refused } = await this.control.replaceZones(zones);
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
    await this.control.open();
    return this;
  }

  get pid(): number {
    return this.#nginx!.pid!;
  }

  async #end(signal: NodeJS.Signals, whom: 'process' | 'group' = 'process'): Promise<void> {
    const nginx = this.#nginx;
    this.#nginx = undefined;
    this.control?.close();
    await endProcess(nginx, signal, whom);
  }

  /** What kill -9 of the whole process group leaves. */
  kill(): Promise<void> {
    return this.#end('SIGKILL', 'group');
  }

  killMaster(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.#nginx) await this.#end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  errors(): string {
    return readFileSync(this.layout.errorLog, 'utf8');
  }

  /** Lines of the access log, which nginx writes within a second or so. */
  async accessLines(count: number): Promise<AccessLine[]> {
    for (let tries = 0; ; tries++) {
      const lines = readFileSync(this.layout.accessLog, 'utf8').split('\n').filter(Boolean);
      if (lines.length >= count || tries > 60) return lines.map((line) => JSON.parse(line) as AccessLine);
      await sleep(50);
    }
  }

  async ask(host: string, path: string, asking: Asking = {}): Promise<Answer> {
    const headers = { host, ...asking.headers };
    const sent = request({
      host: '127.0.0.1',
      port: this.port,
      path,
      method: asking.method ?? 'GET',
      headers,
      agent: false,
    });
    sent.end(asking.body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const cache = String(answer.headers['x-cache'] ?? '');
    return { status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString(), cache };
  }
}
