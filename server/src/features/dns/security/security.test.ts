import type { DnsSecurity, Ds } from '@headwater/contract/dns/security-routes';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDomain, answersOf } from '../../../testing/domains.ts';
import type { TestEdge } from '../../../testing/edge.ts';
import { type Person, useWorld } from '../../../testing/index.ts';
import { listDs } from './keys.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let domain: Awaited<ReturnType<typeof addDomain>>;
let node: TestEdge;
beforeAll(async () => {
  node = await world.addNode('dns-1', 'dns');
});
beforeEach(async () => {
  owner = await world.addCustomer();
  domain = await addDomain(world, owner);
});

const set = (body: object) => world.ask(owner, 'PUT', `${domain.path}/security`, body);
const read = async (): Promise<DnsSecurity> => (await world.ask(owner, 'GET', `${domain.path}/security`)).body.security;
const sign = async (): Promise<DnsSecurity> => (await set({ status: 1 })).body.security;
const publish = (ds: Ds[]) => world.parents.set(domain.domain, { nameservers: ['ns1.headwater.test'], ds });
const foreign: Ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
/** The domain's document as the node gets it from the feed. */
const followed = async () => {
  const { body } = await world.ask(node.credential, 'GET', '/nodes/feed?waitSeconds=0');
  return body.entries.findLast(({ key }: { key: string }) => key === `domain/${domain.id}`).doc;
};

describe('a domain that is signed', () => {
  test('says what its registrar needs, and the name servers get the key', async () => {
    expect(await read()).toMatchObject({ status: 0, publicKey: null, keyTag: null, ds: [] });
    const { status, body } = await set({ status: 1 });
    expect(status).toBe(200);
    expect(body.domain.dnssec).toEqual({ status: 1 });
    const { security } = body as { security: DnsSecurity };
    expect(security).toMatchObject({ status: 1, flags: 257, protocol: 3, algorithm: 'ECDSAP256SHA256 (13)' });
    expect(security.ds).toEqual(listDs(domain.domain, security.publicKey!));
    expect(security.keyTag).toBe(security.ds[0]!.keyTag);
    expect((await followed()).signing).toEqual({
      algorithm: 13,
      privateKey: expect.stringMatching(/^Private-key-format: v1\.2\nAlgorithm: 13 /),
    });
  });

  test('keeps its private key sealed: neither the database nor the activity log can tell it', async () => {
    await sign();
    const { privateKey } = (await followed()).signing;
    const secret = /PrivateKey: (\S+)/.exec(privateKey)![1]!;
    const { rows } = await world.database.ownerPool.query(
      `select (select json_agg(d)::text from dns_domains d) || (select json_agg(s)::text from desired_state s)
         || (select json_agg(a)::text from activity a) as everything,
       (select encode(signing_key, 'escape') from dns_domains where id = $1) as sealed`,
      [domain.id],
    );
    expect(rows[0].everything).toContain(domain.id);
    expect(rows[0].everything).not.toContain(secret);
    expect(rows[0].sealed).not.toContain(secret);
  });

  test('keeps its key when it is signed again, through changes, deletion and restoring', async () => {
    const { publicKey } = await sign();
    expect((await sign()).publicKey).toBe(publicKey);
    await world.ask(owner, 'DELETE', domain.path);
    expect(await answersOf(world, domain.id)).toBe(null);
    expect((await set({ status: 0 })).body.code).toBe('conflict');
    await world.ask(owner, 'POST', `${domain.path}/restore`);
    expect((await read()).publicKey).toBe(publicKey);
    expect((await followed()).signing).not.toBe(null);
  });

  test('has another key once it was off in between', async () => {
    publish([]);
    const first = await sign();
    expect((await set({ status: 0 })).body.security).toMatchObject({ status: 0, publicKey: null });
    expect((await followed()).signing).toBe(null);
    expect((await sign()).publicKey).not.toBe(first.publicKey);
  });

  test('stands in the activity log as signed and unsigned', async () => {
    publish([]);
    await sign();
    await set({ status: 0 });
    const { rows } = await world.database.ownerPool.query(
      `select action, object_name from activity where customer_id = $1 and action like 'domain.%signed' order by id`,
      [owner.customerId],
    );
    expect(rows).toEqual([
      { action: 'domain.signed', object_name: domain.domain },
      { action: 'domain.unsigned', object_name: domain.domain },
    ]);
  });
});

describe('switching off', () => {
  test('is refused while the parent publishes the DS, also when that was not looked at before', async () => {
    const { ds } = await sign();
    publish(ds);
    const { status, body } = await set({ status: 0 });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'ds_published' });
    expect(body.message).toMatch(/Remove the DS at your registrar .* a new key and a new DS\.$/);
    expect(await read()).toMatchObject({ status: 1, parent: { state: 'published' } });
  });

  test('is possible as soon as the DS is gone, and at once for whoever insists', async () => {
    const { ds } = await sign();
    publish(ds);
    await set({ status: 0 });
    expect((await set({ status: 0, force: true })).body.security).toMatchObject({ status: 0 });
    expect((await read()).statusText).toMatch(/^Not signed, while the parent zone publishes a DS/);
    publish((await sign()).ds);
    await set({ status: 0 });
    publish([]);
    expect((await set({ status: 0 })).status).toBe(200);
  });

  test('needs to be insisted on while nobody knows whether there is a DS', async () => {
    await sign();
    const refused = await set({ status: 0 });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'ds_unknown' });
    expect(refused.body.message).toMatch(/^The parent zone could not be asked whether it publishes a DS of /);
    // What was seen before the DS was handed in says nothing of today.
    publish([]);
    await world.ask(owner, 'POST', `${domain.path}/security/check`);
    world.parents.delete(domain.domain);
    expect((await set({ status: 0 })).body.code).toBe('ds_unknown');
    expect(await read()).toMatchObject({ status: 1 });
    expect((await set({ status: 0, force: true })).body.security).toMatchObject({ status: 0 });
  });

  test('is judged by what was seen last, while the parent cannot be asked', async () => {
    publish((await sign()).ds);
    await world.ask(owner, 'POST', `${domain.path}/security/check`);
    world.parents.delete(domain.domain);
    expect((await set({ status: 0 })).body.code).toBe('ds_published');
    expect((await read()).parent).toMatchObject({ state: 'unreachable', ds: [{ keyTag: expect.any(Number) }, {}] });
  });
});

describe('what the parent publishes', () => {
  test.each([
    ['published', 'Signed, and the parent zone vouches for it.', (own: Ds[]) => [foreign, own[1]!]],
    [
      'published',
      'Signed, and the parent zone vouches for it.',
      (own: Ds[]) => [{ ...own[0]!, digest: own[0]!.digest.toLowerCase() }],
    ],
    ['other', expect.stringMatching(/another key/), () => [foreign]],
    ['none', expect.stringMatching(/^Signed\. Enter its DS/), () => []],
  ] as const)('is %s', async (state, words, published) => {
    const { ds } = await sign();
    publish(published(ds));
    const { status, body } = await world.ask(owner, 'POST', `${domain.path}/security/check`);
    expect(status).toBe(200);
    expect(body.security).toMatchObject({ statusText: words, parent: { state, checkedAt: expect.any(String) } });
  });

  test('is unchecked at first, and unreachable where nobody answers', async () => {
    expect((await sign()).parent).toEqual({ state: 'unchecked', ds: [], checkedAt: null });
    const { body } = await world.ask(owner, 'POST', `${domain.path}/security/check`);
    expect(body.security.parent.state).toBe('unreachable');
  });
});

test('whoever may only look can check, and neither sign nor stop', async () => {
  const contact = await world.addContact(owner.customerId, ['dns.view']);
  expect((await world.ask(contact, 'PUT', `${domain.path}/security`, { status: 1 })).status).toBe(403);
  expect((await world.ask(contact, 'POST', `${domain.path}/security/check`)).status).toBe(200);
});

test('a domain whose service is suspended is not signed', async () => {
  await world.database.ownerPool.query(`update services set domainstatus = 'Suspended' where id = $1`, [
    owner.serviceId,
  ]);
  expect((await set({ status: 1 })).body.code).toBe('service_inactive');
});
