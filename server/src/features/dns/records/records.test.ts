import { describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf, domainsPath } from '../../../testing/domains.ts';
import { useWorld } from '../../../testing/index.ts';

const world = useWorld();

/** What is answered beside the SOA and the name servers' own NS. */
const dataOf = async (domainId: string) =>
  (await answersOf(world, domainId))?.filter((line) => !/ (SOA|NS) /.test(line)) ?? null;

const setUp = async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  return { owner, domain, records: `${domain.path}/records` };
};

describe('a record', () => {
  test('is written canonically, answered, changed and deleted', async () => {
    const { owner, domain, records } = await setUp();
    const made = await world.ask(owner, 'POST', records, { host: 'WWW', type: 'aaaa', record: '2001:DB8:0:0::1' });
    expect(made.status).toBe(201);
    expect(made.body.record).toMatchObject({
      host: 'www',
      type: 'AAAA',
      record: '2001:db8::1',
      ttl: '3600',
      status: 1,
      proxy: 0,
      dynamicurl_status: 0,
    });
    expect(made.body.domain.stats.records).toBe(1);
    expect(await dataOf(domain.id)).toEqual([`www.${domain.domain} 3600 AAAA 2001:db8::1`]);
    const path = `${records}/${made.body.record.id}`;
    const changed = await world.ask(owner, 'PATCH', path, { ttl: 300, note: 'the new box' });
    expect(changed.body.record).toMatchObject({ ttl: '300', note: 'the new box', host: 'www' });
    expect((await world.ask(owner, 'DELETE', path)).status).toBe(200);
    expect(await dataOf(domain.id)).toEqual([]);
    expect((await world.ask(owner, 'DELETE', path)).status).toBe(404);
  });

  test('that is wrong says so on its fields, and changes nothing', async () => {
    const { owner, domain, records } = await setUp();
    const serialBefore = (await world.ask(owner, 'GET', domain.path)).body.domain.soa.serial;
    const wrong = await world.ask(owner, 'POST', records, { host: 'a b', type: 'A', record: '1.2.3', ttl: 'x' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.code).toBe('invalid_input');
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['host', 'record', 'ttl']);
    await addRecord(world, owner, domain, { host: 'www', type: 'A' });
    const beside = await world.ask(owner, 'POST', records, { host: 'www', type: 'CNAME', record: 'x.test' });
    expect(beside).toMatchObject({
      status: 422,
      body: { code: 'record_refused', errors: [{ field: expect.anything() }] },
    });
    const { body } = await world.ask(owner, 'GET', domain.path);
    expect(body.domain).toMatchObject({ stats: { records: 1 }, soa: { serial: serialBefore + 1 } });
  });

  test('that vouches for a delegation cannot lose it, one way or another', async () => {
    const { owner, domain, records } = await setUp();
    const delegation = await addRecord(world, owner, domain, { host: 'shop', type: 'NS', record: 'ns.example.net' });
    const digest = `1 13 2 ${'ab'.repeat(32)}`;
    const signer = await addRecord(world, owner, domain, { host: 'shop', type: 'DS', record: digest });
    const refused = { status: 422, body: { code: 'record_refused', errors: [{ field: 'host' }] } };
    expect(await world.ask(owner, 'DELETE', delegation.path)).toMatchObject(refused);
    expect(await world.ask(owner, 'PATCH', delegation.path, { host: 'other' })).toMatchObject(refused);
    const disabling = { ids: [delegation.id], status: 0 };
    expect(await world.ask(owner, 'PUT', `${records}/status`, disabling)).toMatchObject(refused);
    const both = { ids: [delegation.id, signer.id] };
    expect((await world.ask(owner, 'POST', `${records}/delete`, both)).status).toBe(200);
  });

  test('shares its TTL with the others of its name and type', async () => {
    const { owner, domain, records } = await setUp();
    const first = await addRecord(world, owner, domain, { host: 'www', record: '192.0.2.1', ttl: 3600 });
    await addRecord(world, owner, domain, { host: 'www', record: '192.0.2.2', ttl: 60 });
    const { body } = await world.ask(owner, 'GET', `${records}?searchTerm=192.0.2.1`);
    expect(body.records).toMatchObject([{ id: first.id, ttl: '60' }]);
    expect(await dataOf(domain.id)).toEqual([
      `www.${domain.domain} 60 A 192.0.2.1`,
      `www.${domain.domain} 60 A 192.0.2.2`,
    ]);
  });

  test('that somebody else changed is not overwritten: 409 with what it is now', async () => {
    const { owner, domain } = await setUp();
    const record = await addRecord(world, owner, domain, { record: '192.0.2.1' });
    const headers = { 'if-match': `"${record.revision}"` };
    const first = await world.ask(owner, 'PATCH', record.path, { record: '192.0.2.2' }, headers);
    expect(first.status).toBe(200);
    const second = await world.ask(owner, 'PATCH', record.path, { record: '192.0.2.3' }, headers);
    expect(second).toMatchObject({ status: 409, body: { code: 'record_changed' } });
    expect(second.body.errors).toEqual([{ field: 'record', message: 'It is now 192.0.2.2' }]);
    // Of two changes ago nobody knows what it was: each field is told.
    await world.ask(owner, 'PATCH', record.path, { note: 'new' });
    const third = await world.ask(owner, 'PATCH', record.path, { ttl: 60 }, headers);
    expect(third.body.errors.map(({ field }: { field: string }) => field)).toEqual(['host', 'record', 'ttl', 'note']);
    expect(await dataOf(domain.id)).toEqual([expect.stringContaining('192.0.2.2')]);
  });
});

describe('many records', () => {
  test('are disabled, enabled and deleted together or not at all', async () => {
    const { owner, domain, records } = await setUp();
    const made = await Promise.all([1, 2, 3].map((n) => addRecord(world, owner, domain, { record: `192.0.2.${n}` })));
    const ids = made.map(({ id }) => id);
    expect((await world.ask(owner, 'PUT', `${records}/status`, { ids, status: 0 })).body.changed).toBe(3);
    expect(await dataOf(domain.id)).toEqual([]);
    expect((await world.ask(owner, 'PUT', `${records}/status`, { ids, status: 1 })).body.changed).toBe(3);
    expect(await dataOf(domain.id)).toHaveLength(3);
    const wrong = await world.ask(owner, 'POST', `${records}/delete`, { ids: [ids[0]!, 'nosuchrecord'] });
    expect(wrong.status).toBe(404);
    expect(await dataOf(domain.id)).toHaveLength(3);
    expect((await world.ask(owner, 'POST', `${records}/delete`, { all: true })).body.deleted).toBe(3);
    expect(await dataOf(domain.id)).toEqual([]);
  });

  test('get one TTL in a batch; what cannot have it is told and leaves the others alone', async () => {
    const { owner, domain, records } = await setUp();
    const one = await addRecord(world, owner, domain);
    const body = { ids: [one.id, 'gone'], ttl: '300', operation: 'operation-1' };
    const { body: done } = await world.ask(owner, 'POST', `${records}/ttl`, body);
    expect(done.results).toEqual([
      { id: one.id, state: 'done' },
      { id: 'gone', state: 'failed', message: 'Record not found.' },
    ]);
    expect(await dataOf(domain.id)).toEqual([expect.stringContaining(' 300 A ')]);
    const nine = await world.ask(owner, 'POST', `${records}/ttl`, { ids: Array(9).fill('x'), ttl: 300 });
    expect(nine.status).toBe(400);
  });

  test('are copied by the rules of the specification', async () => {
    const { owner, domain, records } = await setUp();
    const target = await addDomain(world, owner);
    const a = await addRecord(world, owner, domain, { host: 'www', ttl: 60 });
    const mx = await addRecord(world, owner, domain, {
      host: '@',
      type: 'MX',
      record: `mail.${domain.domain}`,
      priority: 5,
    });
    const txt = await addRecord(world, owner, domain, { host: '@', type: 'TXT', record: 'hello' });
    const copy = (more: object) =>
      world.ask(owner, 'POST', `${records}/copy`, { targetDomainId: target.id, types: ['A', 'MX'], ...more });
    const first = await copy({ ids: [a.id, mx.id, txt.id], replaceSourceDomain: true });
    expect(first.body.results.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'skipped']);
    expect(await dataOf(target.id)).toEqual([
      `${target.domain} 3600 MX 5 mail.${target.domain}.`,
      `www.${target.domain} 3600 A 192.0.2.10`,
    ]);
    const again = await copy({ ids: [a.id] });
    expect(again.body.results).toMatchObject([{ state: 'failed' }]);
    await world.ask(owner, 'POST', `${target.path}/records/delete`, { all: true });
    await copy({ ids: [a.id, mx.id], preserveTtl: true });
    expect(await dataOf(target.id)).toEqual([
      `${target.domain} 3600 MX 5 mail.${domain.domain}.`,
      `www.${target.domain} 60 A 192.0.2.10`,
    ]);
  });

  test('are not copied into a domain of somebody else, nor of a service outside the key', async () => {
    const { owner, domain, records } = await setUp();
    const record = await addRecord(world, owner, domain);
    const stranger = await world.addCustomer();
    const theirs = await addDomain(world, stranger);
    const body = { ids: [record.id], targetDomainId: theirs.id, types: ['A'] };
    expect((await world.ask(owner, 'POST', `${records}/copy`, body)).status).toBe(404);
    expect(await dataOf(theirs.id)).toEqual([]);
  });
});

describe('undo', () => {
  test('brings back what the last change deleted, changed and added, batches of one operation as one', async () => {
    const { owner, domain, records } = await setUp();
    const one = await addRecord(world, owner, domain, { host: 'one', ttl: 60 });
    const two = await addRecord(world, owner, domain, { host: 'two', ttl: 60 });
    const before = await dataOf(domain.id);
    for (const id of [one.id, two.id])
      await world.ask(owner, 'POST', `${records}/ttl`, { ids: [id], ttl: 300, operation: 'both-of-them' });
    const { body: listed } = await world.ask(owner, 'GET', records);
    expect(listed.lastChange).toMatchObject({ summary: 'TTL of 2 records changed', changed: 2, added: 0, removed: 0 });
    expect((await world.ask(owner, 'POST', `${records}/undo`)).status).toBe(200);
    expect(await dataOf(domain.id)).toEqual(before);
    expect((await world.ask(owner, 'POST', `${records}/undo`)).body.code).toBe('nothing_to_undo');
    await world.ask(owner, 'POST', `${records}/delete`, { all: true });
    expect(await dataOf(domain.id)).toEqual([]);
    await world.ask(owner, 'POST', `${records}/undo`);
    expect(await dataOf(domain.id)).toEqual(before);
  });
});

describe('a delegation with its DS', () => {
  const digest = 'A'.repeat(64);
  const delegate = async () => {
    const made = await setUp();
    const ns = await addRecord(world, made.owner, made.domain, {
      host: 'sub',
      type: 'NS',
      record: 'ns1.elsewhere.test',
    });
    const ds = await addRecord(world, made.owner, made.domain, {
      host: 'sub',
      type: 'DS',
      record: `12345 13 2 ${digest}`,
    });
    return { ...made, ids: [ds.id, ns.id], before: await answersOf(world, made.domain.id) };
  };

  test('comes back by undo after everything was deleted', async () => {
    const { owner, domain, records, before } = await delegate();
    await world.ask(owner, 'POST', `${records}/delete`, { all: true });
    expect((await world.ask(owner, 'POST', `${records}/undo`)).status).toBe(200);
    expect(withoutSerial(await answersOf(world, domain.id))).toEqual(withoutSerial(before));
  });

  test('is disabled and enabled as one, in whatever order', async () => {
    const { owner, domain, records, ids, before } = await delegate();
    for (const status of [0, 1])
      expect((await world.ask(owner, 'PUT', `${records}/status`, { ids, status })).body.changed).toBe(2);
    expect(withoutSerial(await answersOf(world, domain.id))).toEqual(withoutSerial(before));
  });
});

const withoutSerial = (answers: string[] | null) => answers?.filter((line) => !line.includes(' SOA '));

describe('the list', () => {
  test('is searched, filtered by type and cut into pages', async () => {
    const { owner, domain, records } = await setUp();
    await world.ask(owner, 'POST', `${domain.path}/import`, {
      zone: Array.from({ length: 30 }, (_, n) => `h${n} 300 IN A 192.0.2.${n + 1}`).join('\n'),
    });
    await addRecord(world, owner, domain, { host: '@', type: 'TXT', record: 'find me' });
    const first = await world.ask(owner, 'GET', records);
    expect(first.body).toMatchObject({ page: 1, rows: 20, total: 31, pageMax: 2 });
    expect(first.body.records[0]).toMatchObject({ host: '@', type: 'TXT' });
    expect((await world.ask(owner, 'GET', `${records}?rows=all`)).body.records).toHaveLength(31);
    expect((await world.ask(owner, 'GET', `${records}?searchTerm=FIND`)).body.total).toBe(1);
    expect((await world.ask(owner, 'GET', `${records}?type=a&page=2`)).body.records).toHaveLength(10);
    expect((await world.ask(owner, 'GET', `${domainsPath(owner.serviceId)}`)).body.domains[0].stats.records).toBe(31);
  });
});
