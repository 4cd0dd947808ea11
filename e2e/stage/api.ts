import type { Purge } from '@headwater/contract/zones/purge';
import type { Zone } from '@headwater/contract/zones/schema';
import { expect } from '@playwright/test';
import { type Account, readStage } from './accounts.ts';

export type Reply = { status: number; body: Record<string, unknown> & { message?: string; code?: string } };

/** Calls the API as a customer's own program does. */
export class Api {
  readonly #token: string | null;
  readonly serviceId: number;

  constructor(account: Account, token: string | null = readStage().signedIn[account].token) {
    this.#token = token;
    this.serviceId = readStage().signedIn[account].serviceId ?? 0;
  }

  get zones(): string {
    return `/services/${this.serviceId}/zones/http/pull`;
  }

  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await fetch(`${readStage().panelUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  }

  /** Creates a zone and waits until the edges serve it. */
  async createZone(name: string, origin: string, settings = {}): Promise<Zone> {
    const { status, body } = await this.call('POST', this.zones, { name, origin, settings });
    expect(status, JSON.stringify(body)).toBe(201);
    return this.untilLive((body.zone as Zone).zoneId);
  }

  async readZone(zoneId: string): Promise<Zone> {
    const { body } = await this.call('GET', `${this.zones}/${zoneId}`);
    return body.zone as Zone;
  }

  async untilLive(zoneId: string): Promise<Zone> {
    await expect.poll(async () => (await this.readZone(zoneId)).deployment.state, { timeout: 60_000 }).toBe('live');
    return this.readZone(zoneId);
  }

  /** Orders a purge and waits until every edge has done it. */
  async purge(zoneId: string, files: string[], zones = this.zones): Promise<void> {
    const { status, body } = await this.call('POST', `${zones}/${zoneId}/purge`, { files });
    expect(status, JSON.stringify(body)).toBe(202);
    const isDone = async () => {
      const reply = await this.call('GET', `${zones}/${zoneId}/purges/${body.purgeId as string}`);
      return (reply.body.purge as Purge).deployment.state;
    };
    await expect.poll(isDone, { timeout: 60_000 }).toBe('live');
  }
}
