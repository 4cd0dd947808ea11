import { beforeAll, describe, expect, test } from 'vitest';
import { operator, recordActivity, system } from '../../lib/activity.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';
import { sweepActivity } from './sweep.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let contact: Person;
beforeAll(async () => {
  owner = await world.addCustomer();
  contact = await world.addContact(owner.customerId, ['activity.view', 'zones.view', 'zones.manage']);
  const zone = await addZone(world, owner, { name: 'A 100%_real site' });
  await world.ask(contact, 'PATCH', zone.path, { settings: { edgeTtlSeconds: 60 } });
  const key = await world.addKey(owner);
  await world.ask(key.token, 'PUT', `${zone.path}/status`, { status: 1 });
  const { owner: db } = world.database;
  const object = { type: 'invoice', id: 7, name: 'Invoice 7' };
  await recordActivity(db, operator(owner.customerId), { action: 'invoice.paid', object });
  await recordActivity(db, system(owner.customerId), { action: 'invoice.sent', object });
});

type Entry = { id: string; action: string; actor: { kind: string; name: string } };
const list = async (query = '', who: Person | string = owner) => {
  const { body } = await world.ask(who, 'GET', `/activity-log${query}`);
  return body as { activity: Entry[]; types: string[]; total: number; page: number; rows: number };
};
const actionsOf = async (query: string) => (await list(query)).activity.map(({ action }) => action);

describe('the activity log', () => {
  test('tells who did what to which object, how it differs, and by which request, newest first', async () => {
    const { activity, types, total } = await list();
    expect(total).toBe(5);
    expect(types).toEqual(['invoice', 'zone']);
    expect(activity.map(({ action }) => action)).toEqual([
      'invoice.sent',
      'invoice.paid',
      'zone.disabled',
      'zone.changed',
      'zone.created',
    ]);
    expect(activity[3]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: { kind: 'contact', name: 'Ada Contact' },
      action: 'zone.changed',
      object: { type: 'zone', id: expect.any(String), name: 'A 100%_real site' },
      serviceId: owner.serviceId,
      changes: { 'settings.edgeTtlSeconds': { from: null, to: 60 } },
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(activity[2]!.actor).toEqual({ kind: 'key', name: 'API key Test key' });
  });

  test.each([
    ['?actor=contact', ['zone.changed']],
    ['?actor=operator', ['invoice.paid']],
    ['?type=zone', ['zone.disabled', 'zone.changed', 'zone.created']],
    ['?type=zone&actor=user', ['zone.created']],
    ['?type=nothing', []],
    ['?search=ada%20CONTACT', ['zone.changed']],
    ['?search=api%20key', ['zone.disabled']],
    ['?search=Invoice.S', ['invoice.sent']],
    ['?search=127.0.0.1', ['zone.disabled', 'zone.changed', 'zone.created']],
    ['?search=100%25_', ['zone.disabled', 'zone.changed', 'zone.created']],
    // Would match everything, were they taken for patterns.
    ['?search=%25%25', []],
    ['?search=a_1', []],
    ['?search=%5C', []],
  ])('filtered by %s shows that alone', async (query, expected) => {
    expect(await actionsOf(query)).toEqual(expected);
  });

  test('filtered by a service, a request and a span of time shows that alone', async () => {
    expect(await actionsOf(`?serviceId=${owner.serviceId}`)).toHaveLength(3);
    expect(await actionsOf(`?serviceId=${owner.serviceId + 100}`)).toEqual([]);
    const { body } = await world.ask(owner, 'GET', '/activity-log');
    const [, , disabled, changed] = body.activity;
    expect(await actionsOf(`?search=${changed.requestId.toUpperCase()}`)).toEqual(['zone.changed']);
    expect(await actionsOf(`?from=${changed.at}&to=${disabled.at}`)).toEqual(['zone.changed']);
  });

  test('comes in pages, which say how many there are beyond the last one too', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { activity, total } = await list(`?rows=2&page=${page}`);
      expect(total).toBe(5);
      seen.push(...activity.map(({ id }) => id));
    }
    expect(seen).toEqual((await list()).activity.map(({ id }) => id));
    expect(await list('?rows=2&page=9')).toMatchObject({ activity: [], total: 5, page: 9 });
  });

  test.each(['?actor=nobody', '?from=yesterday', '?serviceId=x', `?search=${'x'.repeat(201)}`])(
    'refuses %s on its field',
    async (query) => {
      const { status, body } = await world.ask(owner, 'GET', `/activity-log${query}`);
      expect(status).toBe(400);
      expect(body.errors[0].field).toBe(/\?(\w+)/.exec(query)![1]);
    },
  );

  test('never shows what others did in their accounts', async () => {
    const other = await world.addCustomer();
    await addZone(world, other);
    const { activity, total, types } = await list('', other);
    expect({ actions: activity.map(({ action }) => action), total, types }).toEqual({
      actions: ['zone.created'],
      total: 1,
      types: ['zone'],
    });
  });

  test('forgets what is older than 400 days, and nothing else', async () => {
    const late = await world.addCustomer();
    const object = { type: 'zone', id: 1, name: 'Old' };
    for (const action of ['zone.old', 'zone.kept'] as const) {
      await recordActivity(world.database.owner, system(late.customerId), { action, object });
    }
    await world.database.ownerPool.query(
      `update activity set at = now() - case action when 'zone.old' then interval '401 days' else interval '399 days' end
        where customer_id = $1`,
      [late.customerId],
    );
    await sweepActivity(world.database);
    expect((await list('', late)).activity.map(({ action }) => action)).toEqual(['zone.kept']);
    expect((await list()).total).toBe(5);
  });
});

describe('the log as CSV', () => {
  const download = async (who: Person, filter: object) => {
    const { body } = await world.ask(who, 'POST', '/activity-log/ticket', filter);
    return world.app.inject({ url: body.ticket.url });
  };

  test('has what the filter shows, a line each, with the differences as JSON', async () => {
    const answer = await download(owner, { actor: 'contact' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''activity-/,
    );
    const [head, line, end, ...more] = answer.body.split('\r\n');
    expect(head).toBe(
      'time,actor kind,actor,action,object type,object id,object name,service,changes,address,request id',
    );
    expect(line).toContain(',contact,Ada Contact,zone.changed,zone,');
    expect(line).toContain(`,${owner.serviceId},"{""settings.edgeTtlSeconds"":{""to"":60,""from"":null}}",127.0.0.1,`);
    expect([end, more]).toEqual(['', []]);
  });

  test('stays as it was when the link was made, so that a download can go on', async () => {
    const late = await world.addCustomer();
    await addZone(world, late);
    const { body } = await world.ask(late, 'POST', '/activity-log/ticket', {});
    const first = await world.app.inject({ url: body.ticket.url });
    await addZone(world, late);
    const second = await world.app.inject({ url: body.ticket.url });
    expect(first.body.split('\r\n')).toHaveLength(3);
    expect(second.body).toBe(first.body);
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test('cannot run as a formula, whatever a thing is called', async () => {
    const late = await world.addCustomer();
    await addZone(world, late, { name: '=HYPERLINK("https://evil.test","x")' });
    const { body } = await download(late, {});
    expect(body).toContain(`,"'=HYPERLINK(""https://evil.test"",""x"")",`);
  });

  test('ends at 100,000 lines, and says so', async () => {
    const busy = await world.addCustomer();
    const fill = (from: number, to: number) =>
      world.database.ownerPool.query(
        `insert into activity (customer_id, actor_kind, actor_name, action, object_type, object_id, object_name)
          select $1, 'system', 'System', 'zone.changed', 'zone', n, 'Zone' from generate_series($2::int, $3::int) n`,
        [busy.customerId, from, to],
      );
    await fill(1, 100_000);
    const whole = (await download(busy, { type: 'zone' })).body.split('\r\n');
    expect(whole).toHaveLength(100_002);
    expect(whole.at(-2)).toContain(',zone,1,Zone,');
    await fill(100_001, 100_001);
    const cut = (await download(busy, { type: 'zone' })).body.split('\r\n');
    expect(cut).toHaveLength(100_003);
    expect(cut[1]).toContain(',zone,100001,Zone,');
    expect(cut.at(-3)).toContain(',zone,2,Zone,');
    expect(cut.at(-2)).toMatch(/^"Only the newest 100,000 entries are here\..*",{10}$/);
  });
});
