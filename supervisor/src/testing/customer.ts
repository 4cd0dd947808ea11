import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './installation.ts';

export type Zone = { id: string; hostname: string; deployment: { state: string; reason?: string } };
export type Answer = { status: number; body: string; cache: string | undefined };

/** The demo customer, who uses nothing but the public API. */
export class Customer {
  readonly #api: string;
  token = '';
  /** Of the first service that is Active. */
  serviceId = 0;
  #zones = '';

  constructor(apiPort: number) {
    this.#api = `http://127.0.0.1:${apiPort}/api/v1`;
  }

  async signIn(): Promise<this> {
    const { demo } = await this.call<{ demo: { email: string; password: string } }>('GET', '/settings');
    const credentials = { ...demo, remember: true };
    this.token = (await this.call<{ token: string }>('POST', '/auth/login', credentials)).token;
    const { services } = await this.call<{ services: { id: number; domainstatus: string; isCDNPlus: boolean }[] }>(
      'GET',
      '/services',
    );
    const service = services.find(({ domainstatus, isCDNPlus }) => domainstatus === 'Active' && !isCDNPlus);
    this.serviceId = service?.id ?? 0;
    this.#zones = `/services/${this.serviceId}/zones/http/pull`;
    return this;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(this.#api + path, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async createZone(name: string, origin: string): Promise<Zone> {
    return (await this.call<{ zone: Zone }>('POST', this.#zones, { name, zone: name, origin })).zone;
  }

  async createLiveZone(name: string, origin: string): Promise<Zone> {
    const zone = await this.createZone(name, origin);
    await this.waitUntilLive(zone);
    return zone;
  }

  async readZone(zone: Zone): Promise<Zone & { origin: string; name: string }> {
    return (await this.call<{ zone: Zone & { origin: string; name: string } }>('GET', `${this.#zones}/${zone.id}`))
      .zone;
  }

  updateZone(zone: Zone, update: object): Promise<unknown> {
    return this.call('PATCH', `${this.#zones}/${zone.id}`, update);
  }

  async waitUntilLive(zone: Zone): Promise<void> {
    await until(async () => {
      const { deployment } = await this.readZone(zone);
      if (deployment.state === 'failed') throw new Error(`The edge refuses ${zone.hostname}: ${deployment.reason}`);
      return deployment.state === 'live';
    });
  }

  /** Resolves once the control plane has accepted the purge. */
  async purge(zone: Zone, ...files: string[]): Promise<string> {
    return (await this.call<{ purgeId: string }>('POST', `${this.#zones}/${zone.id}/purge`, { files })).purgeId;
  }

  /** Resolves once every edge has purged. */
  async purgeEverywhere(zone: Zone, ...files: string[]): Promise<void> {
    const purgeId = await this.purge(zone, ...files);
    await until(async () => {
      const { purge } = await this.call<{ purge: { deployment: { state: string } } }>(
        'GET',
        `${this.#zones}/${zone.id}/purges/${purgeId}`,
      );
      return purge.deployment.state === 'live';
    });
  }
}

/** Fetches from an edge as a visitor does. */
export function visit(edgePort: number, host: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: edgePort, path, headers: { host }, agent: false, timeout: 10_000 },
      (reply) => {
        let body = '';
        reply.on('data', (chunk) => (body += chunk));
        reply.once('end', () =>
          resolve({ status: reply.statusCode ?? 0, body, cache: reply.headers['x-cache'] as string | undefined }),
        );
        reply.once('error', reject);
      },
    );
    asked.once('timeout', () => asked.destroy(new Error(`${host}${path} timed out`)));
    asked.once('error', reject);
    asked.end();
  });
}

/** As a patient visitor: the first answer that is none of the edge's own troubles. */
export async function visitUntilServed(edgePort: number, host: string, path: string): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await visit(edgePort, host, path).catch((error: Error) => ({
      status: 0,
      body: error.message,
      cache: undefined,
    }));
    if (answer.status === 200 || attempt === 200) return answer;
    await sleep(50);
  }
}
