import { beforeEach, describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf } from '../../../testing/domains.ts';
import { type Person, useWorld } from '../../../testing/index.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let domain: Awaited<ReturnType<typeof addDomain>>;
beforeEach(async () => {
  owner = await world.addCustomer();
  domain = await addDomain(world, owner);
});

const add = (body: object) => world.ask(owner, 'POST', `${domain.path}/mail`, body);
const list = async () => (await world.ask(owner, 'GET', `${domain.path}/mail`)).body;
const mailAnswers = async () => (await answersOf(world, domain.id))!.filter((line) => line.includes(' MX '));

describe('a mail server', () => {
  test('is an ordinary MX record, and name servers answer it', async () => {
    const { status, body } = await add({ record: 'mail.example.com' });
    expect(status).toBe(201);
    expect(body.entry).toMatchObject({ host: '@', record: 'mail.example.com.', priority: 10, ttl: '3600', status: 1 });
    expect(await mailAnswers()).toEqual([`${domain.domain} 3600 MX 10 mail.example.com.`]);
    const { body: records } = await world.ask(owner, 'GET', `${domain.path}/records`);
    expect(records.records).toMatchObject([
      { id: body.entry.id, type: 'MX', record: 'mail.example.com.', priority: 10 },
    ]);
  });

  test('is changed field by field', async () => {
    const { body } = await add({ record: 'mail.example.com', priority: '5', ttl: 300 });
    const changed = await world.ask(owner, 'PATCH', `${domain.path}/mail/${body.entry.id}`, { priority: 20 });
    expect(changed.body.entry).toMatchObject({ record: 'mail.example.com.', priority: 20, ttl: '300' });
    expect(await mailAnswers()).toEqual([`${domain.domain} 300 MX 20 mail.example.com.`]);
  });

  test('is deleted, and that can be undone like every change of records', async () => {
    const { body } = await add({ record: 'mail.example.com' });
    const gone = await world.ask(owner, 'DELETE', `${domain.path}/mail/${body.entry.id}`);
    expect(gone.body.entry.id).toBe(body.entry.id);
    expect((await list()).mail).toEqual([]);
    expect((await world.ask(owner, 'POST', `${domain.path}/records/undo`)).status).toBe(200);
    expect((await list()).mail).toMatchObject([{ id: body.entry.id }]);
  });

  test.each([
    [{ record: '192.0.2.1' }, 'record'],
    [{ record: '' }, 'record'],
    [{ record: 'mail.example.com', priority: 70_000 }, 'priority'],
    [{ record: 'mail.example.com', ttl: 'soon' }, 'ttl'],
    [{ record: 'mail.example.com', host: 'a..b' }, 'host'],
  ])('%j is refused on the field that is wrong', async (body, field) => {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test('that the domain has already is refused by the rules of all records', async () => {
    await add({ record: 'mail.example.com' });
    expect(await add({ record: 'MAIL.example.com.' })).toMatchObject({
      status: 422,
      body: { code: 'record_refused', errors: [{ field: 'record' }] },
    });
  });

  test('is no record of another type: neither changed nor deleted here', async () => {
    const text = await addRecord(world, owner, domain, { host: '@', type: 'TXT', record: 'v=spf1 -all' });
    const path = `${domain.path}/mail/${text.id}`;
    expect((await world.ask(owner, 'PATCH', path, { priority: 1 })).status).toBe(404);
    expect((await world.ask(owner, 'DELETE', path)).status).toBe(404);
    expect((await list()).policy.spf).toMatchObject([{ id: text.id }]);
  });

  test('is told by whom somebody was overtaken', async () => {
    const { body } = await add({ record: 'mail.example.com' });
    const path = `${domain.path}/mail/${body.entry.id}`;
    await world.ask(owner, 'PATCH', path, { priority: 20 });
    const late = await world.ask(owner, 'PATCH', path, { priority: 30 }, { 'if-match': '"1"' });
    expect(late).toMatchObject({ status: 409, body: { code: 'record_changed' } });
  });
});

describe('the policy', () => {
  const text = (host: string, record: string) => addRecord(world, owner, domain, { host, type: 'TXT', record });

  test('is empty at first', async () => {
    expect((await list()).policy).toEqual({ spf: [], dmarc: [], dkim: [] });
  });

  test('is found among the records: SPF, DMARC and every DKIM key', async () => {
    await text('@', 'some-verification=1');
    const spf = await text('@', 'v=spf1 mx -all');
    const dmarc = await text('_dmarc', 'v=DMARC1; p=reject');
    const first = await text('one._domainkey', 'v=DKIM1; k=rsa; p=MIGf');
    const second = await text('two._domainkey.news', 'v=DKIM1; k=rsa; p=MIGg');
    const { policy } = await list();
    expect(policy.spf).toEqual([{ id: spf.id, host: '@', text: 'v=spf1 mx -all' }]);
    expect(policy.dmarc).toEqual([{ id: dmarc.id, host: '_dmarc', text: 'v=DMARC1; p=reject' }]);
    expect(policy.dkim.map(({ id }: { id: string }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  });

  test('hides no second SPF or DMARC record, since receivers heed neither of two', async () => {
    const spf = [await text('@', 'v=spf1 mx -all'), await text('@', 'v=spf1 include:_spf.example.net ~all')];
    const dmarc = [await text('_dmarc', 'v=DMARC1; p=reject'), await text('_dmarc', 'v=DMARC1; p=none')];
    const { policy } = await list();
    const idsOf = (found: { id: string }[]) => found.map(({ id }) => id).toSorted();
    expect(idsOf(policy.spf)).toEqual(idsOf(spf));
    expect(idsOf(policy.dmarc)).toEqual(idsOf(dmarc));
  });

  test('is not what is disabled, elsewhere, or only begins alike', async () => {
    const spf = await text('@', 'v=spf1 mx -all');
    await world.ask(owner, 'PUT', `${domain.path}/records/status`, { ids: [spf.id], status: 0 });
    await text('@', 'v=spf10 mx');
    await text('www', 'v=spf1 -all');
    await text('@', 'v=DMARC1; p=none');
    await text('_domainkey', 'o=~');
    expect((await list()).policy).toEqual({ spf: [], dmarc: [], dkim: [] });
  });
});
