import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OriginUnresolvable, type ResolvedOrigin } from '@headwater/engines/address';
import { EdgeEngine } from '../edge-engine.ts';
import { Origins } from '../origins.ts';
import { edgeZone } from './edge-zone.ts';
import { FakeEdgeControl } from './fake-edge-control.ts';

let seq = 0;
export const change = (key: string, doc: unknown) => ({ key, seq: ++seq, doc });
export const zone = (id: string, host: string, more = {}) => change(`zone/${id}`, edgeZone(id, `http://${host}`, more));

/** An edge's engine between name servers and an nginx that are played. */
export class EngineBench {
  /** What names resolve to: addresses, null for names that no server answers for, a promise for slow ones. */
  readonly names: Record<string, string[] | null | Promise<string[]>> = {
    'good.test': ['8.8.8.8'],
    'dead.test': null,
    'inside.test': ['8.8.8.8', '10.0.0.1'],
  };
  ttlSeconds = 300;
  /** How long the servers of a dead name are asked. */
  deadMs = 1500;
  control = new FakeEdgeControl();
  readonly verdicts: [key: string, reason: string | null][] = [];
  retries = 0;
  readonly #stop = new AbortController();
  #folder = '';

  async prepare(): Promise<this> {
    this.#folder = await mkdtemp(join(tmpdir(), 'edge-'));
    return this;
  }

  async clear(): Promise<void> {
    this.#stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await rm(this.#folder, { recursive: true });
  }

  async start(allowPrivate = false): Promise<EdgeEngine> {
    const { control } = this;
    const origins = new Origins({
      folder: this.#folder,
      allowPrivate,
      ownAddresses: ['9.9.9.9'],
      resolve: (host) => this.#resolve(host),
      onChange: (key) => void engine.originChanged(key),
    });
    await origins.load();
    const signals = {
      started: () => undefined,
      lost: () => undefined,
      healthChanged: () => undefined,
      retryRefused: () => {
        this.retries += 1;
      },
      settleLater: async (key: string, reason: string | null) => {
        this.verdicts.push([key, reason]);
      },
    };
    const health = () => ({ serving: true, warnings: [], notices: [] });
    const engine = new EdgeEngine({ control, origins, signals: () => signals, health, onTrouble: () => undefined });
    void origins.run(this.#stop.signal);
    return engine;
  }

  addressesOf(id: string): string[] | undefined {
    return this.control.zones.get(id)?.origin.addresses;
  }

  async #resolve(host: string): Promise<ResolvedOrigin> {
    const answer = await this.names[host];
    if (answer === null || answer === undefined) {
      await new Promise((done) => setTimeout(done, this.deadMs));
      throw new OriginUnresolvable(host, 'timeout');
    }
    const addresses = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }) as const);
    return { addresses, ttlSeconds: this.ttlSeconds };
  }
}
