import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { readStage } from './accounts.ts';
import type { Api } from './api.ts';

const run = promisify(execFile);

/** What a name server answers, as anybody may ask it: one line for each record, in order. */
export async function dig(name: string, type: string): Promise<string[]> {
  const asked = ['-p', String(readStage().dnsPort), '@127.0.0.1', name, type];
  const { stdout } = await run('dig', ['+short', '+norecurse', '+tries=1', '+time=2', ...asked]);
  return stdout.split('\n').filter(Boolean).sort();
}

/** Waits until name servers answer just this. */
export const expectAnswer = (name: string, type: string, answer: string[]): Promise<void> =>
  expect.poll(() => dig(name, type), { message: `${name} ${type}`, timeout: 20_000 }).toEqual(answer.toSorted());

export type Draft = { host?: string; type: string; record: string; ttl?: string; priority?: number; status?: 0 | 1 };

/** Creates a domain, with records. @returns where its page is, and its part of the API. */
export async function createDomain(api: Api, domain: string, records: Draft[] = []) {
  const list = `/services/${api.serviceId}/dns/domains`;
  const { status, body } = await api.call('POST', list, { domain });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body.domain as { id: string };
  const path = `${list}/${id}`;
  for (const record of records) {
    const reply = await api.call('POST', `${path}/records`, record);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  }
  return { id, path, page: `/${api.serviceId}/dns?domain=${id}` };
}
