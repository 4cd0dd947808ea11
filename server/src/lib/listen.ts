import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Hear = (payload: string) => void;

/**
 * One LISTEN connection for the whole process, renewed when it breaks. After a break every listener is called with an
 * empty payload, for what it may have missed.
 */
export class Listener {
  readonly #url: string;
  readonly #heard = new Map<string, Set<Hear>>();
  #client: pg.Client | undefined;
  #closed = false;
  #running: Promise<void> | undefined;

  constructor(databaseUrl: string) {
    this.#url = databaseUrl;
  }

  /** Resolves once listening, so that nothing sent from then on is missed. */
  async start(channels: string[]): Promise<void> {
    for (const channel of channels) this.#heard.set(channel, new Set());
    await this.#connect();
    this.#running = this.#keepConnected();
  }

  on(channel: string, hear: Hear): () => void {
    const listeners = this.#heard.get(channel);
    if (!listeners) throw new Error(`not listening on ${channel}`);
    listeners.add(hear);
    return () => listeners.delete(hear);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const hear of this.#heard.get(channel) ?? []) hear(payload ?? '');
    });
    client.on('error', () => {});
    await client.connect();
    for (const channel of this.#heard.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
  }

  async #keepConnected(): Promise<void> {
    while (!this.#closed) {
      const client = this.#client;
      if (client) await new Promise<void>((ended) => client.once('end', () => ended()));
      this.#client = undefined;
      while (!this.#closed && !this.#client) {
        await this.#connect().catch(() => sleep(200));
      }
      if (!this.#closed) for (const listeners of this.#heard.values()) for (const hear of listeners) hear('');
    }
  }
}
