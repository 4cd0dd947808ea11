import type { Delegation } from '@headwater/contract/dns/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDomain } from '../../../testing/domains.ts';
import { openStream } from '../../../testing/event-stream.ts';
import { type Person, statusesOf, useWorld } from '../../../testing/index.ts';
import { runOperator } from '../../../testing/run-command.ts';
import { runJob } from '../../../testing/run-job.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let domain: Awaited<ReturnType<typeof addDomain>>;
beforeEach(async () => {
  await world.database.ownerPool.query('delete from attempt_limits; delete from dns_domains');
  owner = await world.addCustomer();
  domain = await addDomain(world, owner);
});

const ours = ['ns1.headwater.test', 'ns2.headwater.test'];
const delegate = (...nameservers: string[]) => world.parents.set(domain.domain, { nameservers, ds: [] });
const check = () => world.ask(owner, 'POST', `${domain.path}/check`);
const read = async (): Promise<{ delegation: Delegation; meta: { isUpdated: boolean } }> =>
  (await world.ask(owner, 'GET', domain.path)).body.domain;
const age = (minutes: number) =>
  world.database.ownerPool.query(
    `update dns_domains set delegation = delegation || jsonb_build_object('checkedAt', $1::text) where id = $2`,
    [new Date(Date.now() - minutes * 60_000).toISOString(), domain.id],
  );

describe('a check of the delegation', () => {
  test.each([
    ['delegated', true, ours],
    ['partly', true, ['ns.elsewhere.example', 'ns1.headwater.test']],
    ['elsewhere', false, ['ns.elsewhere.example']],
    ['missing', false, []],
  ] as const)('finds it %s', async (state, isUpdated, nameservers) => {
    expect(await read()).toMatchObject({
      delegation: { state: 'unchecked', checkedAt: null },
      meta: { isUpdated: false },
    });
    delegate(...nameservers);
    const { status, body } = await check();
    expect(status).toBe(200);
    expect(body.domain).toMatchObject({
      delegation: { state, nameservers, checkedAt: expect.any(String), seenAt: isUpdated ? expect.any(String) : null },
      meta: { isUpdated },
    });
  });

  test('whose parent does not know the domain finds it missing', async () => {
    world.parents.set(domain.domain, { problem: 'missing' });
    expect((await check()).body.domain.delegation.state).toBe('missing');
  });

  test('whose parent is away says so, and takes nothing back that was seen', async () => {
    expect((await check()).body.domain).toMatchObject({
      delegation: { state: 'unreachable' },
      meta: { isUpdated: false },
    });
    delegate(...ours);
    const seen = (await check()).body.domain.delegation;
    world.parents.delete(domain.domain);
    expect((await check()).body.domain).toMatchObject({
      delegation: { state: 'unreachable', nameservers: ours, seenAt: seen.seenAt },
      meta: { isUpdated: true },
    });
  });

  test('remembers when the name servers were ours last', async () => {
    delegate(...ours);
    const { seenAt } = (await check()).body.domain.delegation;
    delegate('ns.elsewhere.example');
    expect((await check()).body.domain).toMatchObject({
      delegation: { state: 'elsewhere', seenAt },
      meta: { isUpdated: false },
    });
    world.parents.delete(domain.domain);
    expect((await check()).body.domain.meta.isUpdated).toBe(false);
  });

  test('is told to the browsers, and is no change of the domain', async () => {
    const before = await read();
    const stream = await openStream(world, owner);
    delegate(...ours);
    await check();
    await stream.waitFor(({ data }) => data.topic === 'dns' && data.id === domain.id);
    stream.close();
    expect(await read()).toMatchObject({
      revision: (before as unknown as { revision: number }).revision,
      updatedAt: (before as unknown as { updatedAt: string }).updatedAt,
    });
  });

  test('can be asked for ten times a minute, exactly, however closely', async () => {
    delegate(...ours);
    const answers = await Promise.all(Array.from({ length: 14 }, check));
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    const other = await addDomain(world, owner);
    expect((await world.ask(owner, 'POST', `${other.path}/check`)).status).toBe(200);
  });

  test("of somebody else's domain is not found, and takes nothing from its allowance", async () => {
    const stranger = await world.addCustomer();
    const path = `/services/${stranger.serviceId}/dns/domains/${domain.id}/check`;
    for (let n = 0; n < 11; n++) expect((await world.ask(stranger, 'POST', path)).status).toBe(404);
    expect((await check()).status).toBe(200);
  });
});

describe('the timetable', () => {
  test.each([
    ['that was never asked', null, [], true],
    ['that is elsewhere, after an hour', 61, ['ns.elsewhere.example'], true],
    ['that is elsewhere, within an hour', 59, ['ns.elsewhere.example'], false],
    ['that is ours, after a day', 25 * 60, ours, true],
    ['that is ours, within a day', 23 * 60, ours, false],
  ] as const)('for a domain %s', async (_, old, nameservers, isAsked) => {
    if (old !== null) {
      delegate(...nameservers);
      await check();
      await age(old);
    }
    const before = (await read()).delegation.checkedAt;
    await runJob(world, 'check-delegations');
    expect((await read()).delegation.checkedAt !== before).toBe(isAsked);
  });

  test('asks for every domain that is due, of all customers, and for none that is deleted', async () => {
    const others = [];
    for (let n = 0; n < 12; n++) others.push(await addDomain(world, await world.addCustomer()));
    await world.ask(owner, 'DELETE', domain.path);
    await runJob(world, 'check-delegations');
    const { rows } = await world.database.ownerPool.query(
      `select id from dns_domains where delegation->>'state' = 'unreachable' order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(others.map(({ id }) => id).toSorted());
  });
});

describe('an operator', () => {
  const confirm = (...words: string[]) => runOperator(world, 'domain', 'confirm', ...words);

  test('confirms a domain whose parent cannot be asked, for as long as the parent does not name us itself', async () => {
    expect((await confirm('--domain', domain.domain.toUpperCase())).code).toBe(0);
    expect(await read()).toMatchObject({ delegation: { state: 'confirmed', seenAt: null }, meta: { isUpdated: true } });
    for (const says of [
      undefined,
      { problem: 'missing' as const },
      { nameservers: ['ns.elsewhere.example'], ds: [] },
    ]) {
      if (says) world.parents.set(domain.domain, says);
      expect((await check()).body.domain).toMatchObject({
        delegation: { state: 'confirmed' },
        meta: { isUpdated: true },
      });
    }
    delegate(...ours);
    expect((await check()).body.domain.delegation.state).toBe('delegated');
    delegate('ns.elsewhere.example');
    expect((await check()).body.domain.meta.isUpdated).toBe(false);
  });

  test('takes it back, and the parent is asked again', async () => {
    await confirm('--domain', domain.domain);
    expect((await confirm('--domain', domain.domain, '--off')).code).toBe(0);
    expect(await read()).toMatchObject({ delegation: { state: 'unchecked' }, meta: { isUpdated: false } });
    await runJob(world, 'check-delegations');
    expect(await read()).toMatchObject({ delegation: { state: 'unreachable' }, meta: { isUpdated: false } });
    const { rows } = await world.database.ownerPool.query(
      `select action, actor_kind from activity where customer_id = $1 and action like '%confirmed' order by id`,
      [owner.customerId],
    );
    expect(rows).toEqual([
      { action: 'domain.confirmed', actor_kind: 'operator' },
      { action: 'domain.unconfirmed', actor_kind: 'operator' },
    ]);
  });

  test('is told of a domain that is not there, and of one that was never confirmed', async () => {
    expect(await confirm('--domain', 'nobody.example')).toMatchObject({
      code: 1,
      err: 'There is no domain nobody.example.',
    });
    expect((await confirm('--domain', domain.domain, '--off')).code).toBe(1);
  });
});
