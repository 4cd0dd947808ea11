import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { Route } from '@headwater/contract/lib/route';
import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import type { LiveReport, RecordingPlace } from '@headwater/contract/nodes/live-report';
import { liveNodeRoutes } from '@headwater/contract/nodes/live-routes';
import { type FeedEntry, type NodeKind, type NodeReport, nodeRoutes } from '@headwater/contract/nodes/routes';
import { freePort } from '@headwater/engines/lib/testing';

export type UsageBatch = { batchId: string; minutes: unknown[] };
export type DnsUsageBatch = { batchId: string; hours: DnsUsageHour[]; gaps: DnsUsageGap[] };

/** A control plane over real HTTP that keeps to the contract: what comes in and what goes out is validated with it. */
export class FakeControlPlane {
  /** Of the nodes that join. */
  readonly kind: NodeKind;
  epoch: string = randomUUID();
  pageSize = 500;
  /** Accepts connections and never answers. */
  silent = false;
  /** Answers 503 to everything. */
  failing = false;
  removed = false;
  readonly joinTokens = new Set(['join-me']);
  readonly reports: NodeReport[] = [];
  readonly batches: UsageBatch[] = [];
  readonly dnsBatches: DnsUsageBatch[] = [];
  readonly liveReports: LiveReport[] = [];
  /** What live nodes are told of their recordings. */
  places: RecordingPlace[] = [];
  gone: string[] = [];
  /** Loses the answer to this many usage batches after having taken them. */
  loseUsageAnswers = 0;
  readonly violations: string[] = [];
  #rows = new Map<string, FeedEntry>();
  #seq = 0;
  #floor = 0;
  #waiting = new Set<() => void>();
  #server: http.Server | null = null;
  #port = 0;

  constructor(kind: NodeKind = 'edge') {
    this.kind = kind;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get seq(): number {
    return this.#seq;
  }

  put(key: string, doc: unknown): number {
    this.#seq += 1;
    this.#rows.delete(key);
    this.#rows.set(key, { key, seq: this.#seq, deleted: doc === null, doc });
    for (const wake of this.#waiting) wake();
    return this.#seq;
  }

  /** As after a restored database. */
  changeEpoch(): void {
    this.epoch = randomUUID();
    for (const wake of this.#waiting) wake();
  }

  /** Tombstones are gone: cursors from before need a snapshot. */
  collectTombstones(): void {
    for (const [key, row] of this.#rows) if (row.deleted) this.#rows.delete(key);
    this.#floor = this.#seq;
  }

  async start(): Promise<this> {
    const server = http.createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.violations.push(String(error));
        response.destroy();
      });
    });
    // Not any port: started again on the same, it would find one that meanwhile was given to somebody's connection.
    this.#port ||= await freePort();
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.silent) return;
    const url = new URL(request.url ?? '', 'http://control');
    const found = Object.entries({ ...nodeRoutes, ...liveNodeRoutes }).find(
      ([, route]) => `/api/v1${route.path}` === url.pathname && route.method === request.method,
    );
    if (found === undefined) throw new Error(`unknown route ${request.method} ${url.pathname}`);
    const [name, route] = found as [string, Route];
    if (this.failing) return refuse(response, 503, 'unavailable');
    if (route.access === 'node' && (this.removed || request.headers.authorization !== 'Bearer secret'))
      return refuse(response, 401, 'expired_token');
    const body = route.body?.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const query = route.query?.parse(Object.fromEntries(url.searchParams));
    const reply = await this.#handle(name, body, query, response);
    if (reply === null) return;
    response.writeHead(route.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(route.reply.parse(reply)));
  }

  async #handle(name: string, body: unknown, query: unknown, response: http.ServerResponse): Promise<unknown> {
    if (name === 'joinNode') {
      if (!this.joinTokens.delete((body as { token: string }).token)) {
        refuse(response, 401, 'invalid_credentials');
        return null;
      }
      return { result: 'success', nodeId: '1', name: `${this.kind}-1`, kind: this.kind, credential: 'secret' };
    }
    if (name === 'reportNode') {
      this.reports.push(body as NodeReport);
      return { result: 'success', state: 'in_service' };
    }
    if (name === 'reportLive') {
      this.liveReports.push(body as LiveReport);
      return { result: 'success', counted: true, places: this.places, gone: this.gone };
    }
    if (name === 'reportUsage' || name === 'reportDnsUsage') {
      if (name === 'reportUsage') this.batches.push(body as UsageBatch);
      else this.dnsBatches.push(body as DnsUsageBatch);
      if (this.loseUsageAnswers > 0) {
        this.loseUsageAnswers -= 1;
        response.destroy();
        return null;
      }
      return { result: 'success', counted: true };
    }
    return await this.#feed(query as { epoch?: string; cursor: number; waitSeconds: number }, response);
  }

  async #feed(query: { epoch?: string; cursor: number; waitSeconds: number }, response: http.ServerResponse) {
    const give = () => {
      const snapshot = query.epoch !== this.epoch || (query.cursor < this.#floor && query.cursor !== this.#snapshotAt);
      const after = snapshot ? 0 : query.cursor;
      const rows = [...this.#rows.values()].filter((row) => row.seq > after);
      const entries = rows.slice(0, this.pageSize);
      const more = rows.length > entries.length;
      const cursor = more ? (entries.at(-1)?.seq ?? after) : this.#seq;
      if (snapshot || query.cursor === this.#snapshotAt) this.#snapshotAt = more ? cursor : -1;
      return { result: 'success', epoch: this.epoch, snapshot, entries, cursor, more };
    };
    const first = give();
    if (first.snapshot || first.entries.length > 0 || query.waitSeconds === 0) return first;
    let wake = (): void => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(wake);
      response.on('close', resolve);
      setTimeout(resolve, query.waitSeconds * 1000).unref();
    });
    this.#waiting.delete(wake);
    return response.destroyed || this.silent ? null : give();
  }
  #snapshotAt = -1;
}

function refuse(response: http.ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ result: 'error', message: code, code, requestId: 'r' }));
}
