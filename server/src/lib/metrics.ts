import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db.ts';
import { fleetGauges } from './metrics-fleet.ts';

/** It stays open for as long as a browser does: as a request it would only blur what requests take. */
const eventStream = 'streamEvents';

/**
 * What this process and its fleet do, in the words of Prometheus, read when somebody asks. Labels are names of ours
 * (operations, nodes), never a customer's: their number is bounded, and nothing in them is anybody's business.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #duration: Histogram<'operation' | 'status'>;
  readonly #inFlight: Gauge<'operation'>;
  readonly #streams: Gauge;
  readonly #readFleet: () => Promise<void>;

  constructor(database: Database) {
    const registers = [this.#registry];
    this.#duration = new Histogram({
      name: 'headwater_request_duration_seconds',
      help: 'How long requests took, by operation of the API and class of status',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.#inFlight = new Gauge({
      name: 'headwater_requests_in_flight',
      help: 'Requests that are being answered, without event streams',
      labelNames: ['operation'],
      registers,
    });
    this.#streams = new Gauge({ name: 'headwater_event_streams_open', help: 'Open event streams', registers });
    this.#readFleet = fleetGauges(this.#registry, database);
    watchPools(this.#registry, database);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts what the app is asked; to be called before its routes are declared. */
  readonly observe = (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) => {
      const operation = request.routeOptions.config?.operationId ?? 'other';
      const open = operation === eventStream ? this.#streams : this.#inFlight.labels(operation);
      open.inc();
      const startedAtMs = performance.now();
      // Not the framework's hook, which a reply that streams by itself never reaches.
      reply.raw.once('close', () => {
        open.dec();
        if (operation === eventStream) return;
        const status = reply.raw.headersSent ? `${Math.floor(reply.raw.statusCode / 100)}xx` : 'aborted';
        this.#duration.observe({ operation, status }, (performance.now() - startedAtMs) / 1000);
      });
    });
  };

  /** Answers `GET /metrics` on a port of its own, which is the operator's and not the public's. */
  async listen(host: string, port: number): Promise<{ port: number; close: () => Promise<void> }> {
    const server = createServer(async (request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
      await this.#readFleet();
      response.writeHead(200, { 'content-type': this.#registry.contentType });
      response.end(await this.#registry.metrics());
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return {
      port: (server.address() as AddressInfo).port,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
}

function watchPools(registry: Registry, { ownerPool, requestPool }: Database): void {
  const pools = { owner: ownerPool, requests: requestPool };
  const watch = (name: string, help: string, read: (pool: typeof ownerPool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, read(pool));
      },
    });
  watch('headwater_database_connections', 'Connections to the database', (pool) => pool.totalCount);
  watch('headwater_database_connections_idle', 'Connections that nobody uses', (pool) => pool.idleCount);
  watch('headwater_database_waiting', 'Who waits for a connection', (pool) => pool.waitingCount);
}
