import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { readStage } from './accounts.ts';
import type { Api } from './api.ts';

const run = promisify(execFile);

/** What a name server answers, as anybody may ask it: one line for each record, in order. */
export async function dig(name: string, type: string): Promise<string[]> {
  const asked = ['-p', String(readStage().dnsPort), '@127.0.0.1', name, type];
  // One try, for queries are counted; name servers of a busy machine may take a while.
  const { stdout } = await run('dig', ['+short', '+norecurse', '+tries=1', '+time=10', ...asked]);
  return stdout.split('\n').filter(Boolean).sort();
}

/** What a resolver makes of an answer when the DS of a domain, as its parent would publish it, is all that it trusts. */
export async function validate(ds: string, domain: string, name: string, type: string): Promise<string> {
  const [keyTag, algorithm, digestType, ...digest] = ds.split(/\s+/);
  const folder = await mkdtemp(join(tmpdir(), 'headwater-trust-'));
  try {
    const anchor = join(folder, 'anchor');
    const trusted = `${domain}. static-ds ${keyTag} ${algorithm} ${digestType} "${digest.join('')}";`;
    await writeFile(anchor, `trust-anchors { ${trusted} };\n`);
    const asked = ['@127.0.0.1', '-p', String(readStage().dnsPort), '-a', anchor, `+root=${domain}`, name, type];
    const { stdout, stderr } = await run('delv', asked);
    return stdout + stderr;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Waits until name servers answer just this. */
export const expectAnswer = (name: string, type: string, answer: string[]): Promise<void> =>
  expect.poll(() => dig(name, type), { message: `${name} ${type}`, timeout: 60_000 }).toEqual(answer.toSorted());

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
