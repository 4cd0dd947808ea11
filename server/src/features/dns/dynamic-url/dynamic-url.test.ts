import { beforeEach, describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf } from '../../../testing/domains.ts';
import { type Person, useWorld } from '../../../testing/index.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let domain: Awaited<ReturnType<typeof addDomain>>;
let record: Awaited<ReturnType<typeof addRecord>>;
beforeEach(async () => {
  await world.database.ownerPool.query('delete from attempt_limits');
  owner = await world.addCustomer();
  domain = await addDomain(world, owner);
  record = await addRecord(world, owner, domain, { host: 'home' });
});

const make = async (of: { path: string } = record): Promise<string> => {
  const { status, body } = await world.ask(owner, 'POST', `${of.path}/dynamic-url`);
  expect(status).toBe(201);
  return new URL(body.url).pathname;
};
/** Calls a dynamic URL as a router at this address does. */
const call = async (path: string, { myip, from = '8.8.4.4' }: { myip?: string; from?: string } = {}) => {
  const query = myip === undefined ? '' : `?myip=${encodeURIComponent(myip)}`;
  const answer = await world.app.inject({ method: 'GET', url: path + query, remoteAddress: from });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
};
const word = async (path: string, how?: Parameters<typeof call>[1]) => (await call(path, how)).text;
const read = async () => {
  const { body } = await world.ask(owner, 'GET', `${domain.path}/records?rows=all`);
  return body.records.find(({ id }: { id: string }) => id === record.id);
};
const answers = async () => (await answersOf(world, domain.id))!.filter((line) => line.startsWith('home.'));

describe('a dynamic URL', () => {
  test("sets the record to the caller's address, and name servers answer it", async () => {
    const { body } = await world.ask(owner, 'POST', `${record.path}/dynamic-url`);
    expect(body.host).toBe(`home.${domain.domain}`);
    expect(body.record).toMatchObject({ dynamicurl_status: 1, dynamicUsedAt: null });
    expect(body.url).toMatch(/\/api\/v1\/dynamic-dns\/hwu_[\w-]{43}$/);
    const called = await call(new URL(body.url).pathname);
    expect(called).toMatchObject({ status: 200, text: 'good 8.8.4.4' });
    expect(called.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(called.headers['cache-control']).toBe('no-store');
    expect(await answers()).toEqual([`home.${domain.domain} 3600 A 8.8.4.4`]);
    expect(await read()).toMatchObject({ record: '8.8.4.4', dynamicUsedAt: expect.any(String) });
  });

  test('says so where nothing is different, and notes that it was used', async () => {
    const url = await make();
    await call(url);
    const before = await read();
    expect(await word(url)).toBe('nochg 8.8.4.4');
    const after = await read();
    expect(after.revision).toBe(before.revision);
    expect(Date.parse(after.dynamicUsedAt)).toBeGreaterThan(Date.parse(before.dynamicUsedAt));
  });

  test.each([
    ['A', { myip: '8.8.8.8' }, 'good 8.8.8.8'],
    ['A', { from: '::ffff:8.8.8.8' }, 'good 8.8.8.8'],
    ['A', { myip: '' }, 'good 8.8.4.4'],
    ['A', { myip: '2606:4700::1111,1.1.1.1' }, 'good 1.1.1.1'],
    ['AAAA', { myip: '1.1.1.1, 2606:4700:0::1111' }, 'good 2606:4700::1111'],
    ['AAAA', { from: '2606:4700::1111' }, 'good 2606:4700::1111'],
    ['A', { from: '2606:4700::1111' }, 'dnserr'],
    ['AAAA', {}, 'dnserr'],
    ['A', { myip: '08.8.8.8' }, 'dnserr'],
    ['A', { myip: 'home.example' }, 'dnserr'],
    ['A', { myip: '10.0.0.1' }, 'dnserr'],
    ['A', { myip: '127.0.0.1' }, 'dnserr'],
    ['A', { from: '192.168.1.2' }, 'dnserr'],
    ['AAAA', { myip: 'fe80::1' }, 'dnserr'],
    ['AAAA', { myip: '::ffff:10.0.0.1' }, 'dnserr'],
  ] as const)('of an %s record, called with %j, answers %s', async (type, how, expected) => {
    const of = await addRecord(world, owner, domain, {
      host: 'typed',
      type,
      record: type === 'A' ? '192.0.2.1' : '2001:db8::1',
    });
    expect(await word(await make(of), how)).toBe(expected);
  });

  test('is refused for a record that is no address', async () => {
    const text = await addRecord(world, owner, domain, { type: 'TXT', record: 'x' });
    expect(await world.ask(owner, 'POST', `${text.path}/dynamic-url`)).toMatchObject({
      status: 422,
      body: { code: 'not_dynamic' },
    });
  });

  test('changes nothing when it is only asked whether it is there', async () => {
    const url = await make();
    expect((await world.app.inject({ method: 'HEAD', url, remoteAddress: '8.8.4.4' })).statusCode).toBe(200);
    expect(await read()).toMatchObject({ record: '192.0.2.10', dynamicUsedAt: null });
  });

  test('is kept as a hash only', async () => {
    const secret = (await make()).split('/').at(-1)!;
    const { rows } = await world.database.ownerPool.query(
      `select (select json_agg(r)::text from dns_records r) || (select json_agg(a)::text from activity a) as everything`,
    );
    expect(rows[0].everything).toContain(record.id);
    expect(rows[0].everything).not.toContain(secret);
  });
});

describe('the secret is dead', () => {
  test.each([
    ['once it was disabled', () => world.ask(owner, 'DELETE', `${record.path}/dynamic-url`)],
    ['once there is a newer one', () => make()],
    ['once its record was deleted', () => world.ask(owner, 'DELETE', record.path)],
    ['once its record has another name', () => world.ask(owner, 'PATCH', record.path, { host: 'office' })],
    [
      'when its record was deleted and brought back',
      async () => {
        await world.ask(owner, 'DELETE', record.path);
        expect((await world.ask(owner, 'POST', `${domain.path}/records/undo`)).status).toBe(200);
      },
    ],
  ])('%s', async (_, end) => {
    const url = await make();
    await end();
    expect(await word(url)).toBe('badauth');
    const { body } = await world.ask(owner, 'GET', `${domain.path}/records?rows=all`);
    expect(body.records.every((one: { record: string }) => one.record === '192.0.2.10')).toBe(true);
  });

  test('that nobody made', async () => {
    expect(await word('/api/v1/dynamic-dns/hwu_guess')).toBe('badauth');
  });

  test('for the new one lives on', async () => {
    await make();
    expect(await word(await make())).toBe('good 8.8.4.4');
  });
});

describe('a record that must not be set', () => {
  test.each([
    ['is disabled', () => world.ask(owner, 'PUT', `${domain.path}/records/status`, { ids: [record.id], status: 0 })],
    ['belongs to a disabled domain', () => world.ask(owner, 'PUT', `${domain.path}/status`, { status: 0 })],
    ['belongs to a deleted domain', () => world.ask(owner, 'DELETE', domain.path)],
    [
      'belongs to a suspended service',
      () =>
        world.database.ownerPool.query(`update services set domainstatus = 'Suspended' where id = $1`, [
          owner.serviceId,
        ]),
    ],
    ['would be there twice', () => addRecord(world, owner, domain, { host: 'home', record: '8.8.4.4' })],
  ])('since it %s stays as it is, and the router tries again later', async (_, prevent) => {
    const url = await make();
    await prevent();
    expect(await word(url)).toBe('dnserr');
    const { rows } = await world.database.ownerPool.query('select record from dns_records where id = $1', [record.id]);
    expect(rows).toEqual([{ record: '192.0.2.10' }]);
  });

  test('can still have its secret ended, whatever became of its domain', async () => {
    const url = await make();
    await world.ask(owner, 'DELETE', domain.path);
    expect((await world.ask(owner, 'DELETE', `${record.path}/dynamic-url`)).status).toBe(200);
    await world.ask(owner, 'POST', `${domain.path}/restore`);
    expect(await word(url)).toBe('badauth');
  });
});

describe('what a call changes', () => {
  test('stands in the activity log, with the address that it came from, as done by the URL', async () => {
    await call(await make(), { myip: '8.8.8.8' });
    const { rows } = await world.database.ownerPool.query(
      `select actor_kind, actor_name, action, object_name, address from activity where customer_id = $1 order by id desc limit 2`,
      [owner.customerId],
    );
    expect(rows).toEqual([
      {
        actor_kind: 'system',
        actor_name: 'Dynamic URL',
        action: 'record.changed',
        object_name: `home.${domain.domain} A`,
        address: '8.8.4.4',
      },
      expect.objectContaining({ actor_kind: 'user', action: 'record.dynamic-url-created' }),
    ]);
  });

  test('leaves what a person did last theirs to undo', async () => {
    const url = await make();
    const other = await addRecord(world, owner, domain, { host: 'other' });
    await world.ask(owner, 'DELETE', other.path);
    await call(url);
    expect((await world.ask(owner, 'POST', `${domain.path}/records/undo`)).status).toBe(200);
    expect((await read()).record).toBe('8.8.4.4');
  });

  test('is what the last of many routers said, however closely they call', async () => {
    const url = await make();
    const all = Array.from({ length: 10 }, (_, n) => `8.8.4.${n + 1}`);
    const words = await Promise.all(all.map((myip) => word(url, { myip })));
    expect(words.toSorted()).toEqual(all.map((address) => `good ${address}`).toSorted());
    expect(all).toContain((await read()).record);
    expect(await answers()).toEqual([`home.${domain.domain} 3600 A ${(await read()).record}`]);
  });
});

describe('limits', () => {
  test('of a secret: thirty calls in ten minutes, exactly, from wherever they come', async () => {
    const url = await make();
    const calls = Array.from({ length: 33 }, (_, n) => call(url, { from: `8.8.${n}.1`, myip: '8.8.4.4' }));
    const refused = (await Promise.all(calls)).filter(({ text }) => text === 'abuse');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  });

  test('of an address: guesses are counted before anything is looked up', async () => {
    const guesses = Array.from({ length: 122 }, (_, n) => word(`/api/v1/dynamic-dns/guess-${n}`, { from: '9.9.9.9' }));
    const words = await Promise.all(guesses);
    expect(words.filter((one) => one === 'badauth')).toHaveLength(120);
    expect(words.filter((one) => one === 'abuse')).toHaveLength(2);
    expect(await word(await make(), { from: '9.9.9.9' })).toBe('abuse');
    expect(await word(await make(), { from: '9.9.9.8' })).toBe('good 9.9.9.8');
  });
});
