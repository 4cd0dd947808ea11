import { randomUUID } from 'node:crypto';
import { permissions } from '@headwater/contract/lib/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, password, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const at = ({ userId }: Pick<Person, 'userId'>) => `/contacts/${userId}`;
const isIn = async (who: Person | string) => (await world.ask(who, 'GET', '/auth/session')).status === 200;
const codeOf = async (asked: ReturnType<typeof world.ask>) => {
  const { status, body } = await asked;
  return { status, code: body.code };
};
const permissionsOf = async (who: Person) => (await world.ask(who, 'GET', '/auth/session')).body.permissions;
const newestActivity = async (customerId: number) =>
  (
    await world.database.ownerPool.query(
      'select actor_name, action, object_id, object_name, changes from activity where customer_id = $1 order by id desc limit 1',
      [customerId],
    )
  ).rows[0];

describe('the list of contacts', () => {
  test('has the account holder first, then the others with their states and when they were last there', async () => {
    const owner = await world.addCustomer();
    const [active, suspended] = [
      await world.addContact(owner.customerId, ['zones.view', 'of.another.version', 'services.view']),
      await world.addContact(owner.customerId),
    ];
    await world.ask(owner, 'PATCH', at(suspended), { suspended: true });
    const invited = { firstname: 'Ivy', email: `${randomUUID()}@example.test`, permissions: [] };
    await world.ask(owner, 'POST', '/contacts', invited);
    await world.addCustomer();
    await world.ask(null, 'POST', '/auth/login', { email: active.email, password });
    const { contacts } = (await world.ask(owner, 'GET', '/contacts')).body;
    expect(contacts).toMatchObject([
      { id: String(owner.userId), isOwner: true, state: 'active', permissions: [...permissions] },
      { email: active.email, isOwner: false, state: 'active', permissions: ['zones.view', 'services.view'] },
      { email: suspended.email, state: 'suspended', lastSeenAt: null },
      { email: invited.email, state: 'invited', lastSeenAt: null, lastname: '', permissions: [] },
    ]);
    expect(Date.now() - Date.parse(contacts[1].lastSeenAt)).toBeLessThan(60_000);
    expect(contacts).toHaveLength(4);
    expect(JSON.stringify(contacts)).not.toMatch(/argon2|hash/);
  });

  test('still knows when somebody was there who has signed out since', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { body } = await world.ask(null, 'POST', '/auth/login', { email: contact.email, password });
    await world.ask(body.token, 'POST', '/auth/logout');
    await world.ask(contact, 'POST', '/auth/logout');
    const found = (await world.ask(owner, 'GET', at(contact))).body.contact;
    expect(Date.now() - Date.parse(found.lastSeenAt)).toBeLessThan(60_000);
  });

  test('knows to the minute of those who stay signed in', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const earlier = `update sessions set last_seen_at = now() - interval '61 s' where user_id = $1`;
    await world.database.ownerPool.query(earlier, [contact.userId]);
    expect((await world.ask(owner, 'GET', at(contact))).body.contact.lastSeenAt).toBeNull();
    await isIn(contact);
    const lastSeenAt = async () => (await world.ask(owner, 'GET', at(contact))).body.contact.lastSeenAt;
    await expect.poll(async () => Date.now() - Date.parse((await lastSeenAt()) ?? 0)).toBeLessThan(60_000);
  });
});

describe('changing a contact', () => {
  test('gives and takes permissions at their next request, and their event streams end within two seconds', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view']);
    expect((await world.ask(contact, 'GET', '/contacts')).status).toBe(403);
    for (const [granted, status] of [
      [['services.view', 'contacts'], 200],
      [[], 403],
    ] as const) {
      const stream = await openStream(world, contact);
      const before = performance.now();
      const { body } = await world.ask(owner, 'PATCH', at(contact), { permissions: granted });
      expect(body.contact.permissions).toEqual(granted);
      await stream.ended;
      expect(performance.now() - before).toBeLessThan(2000);
      expect((await world.ask(contact, 'GET', '/contacts')).status).toBe(status);
    }
  });

  test('takes permissions as one string with commas too', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { body } = await world.ask(owner, 'PATCH', at(contact), { permissions: 'zones.view, services.view,' });
    expect(body.contact.permissions).toEqual(['services.view', 'zones.view']);
    const wrong = await world.ask(owner, 'PATCH', at(contact), { permissions: ['zones.everything'] });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('by its name leaves its sessions and streams alone', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const stream = await openStream(world, contact);
    const name = '<b>Carla</b> & "Söhne"';
    const { body } = await world.ask(owner, 'PATCH', at(contact), { firstname: name, permissions: [] });
    expect(body.contact).toMatchObject({ firstname: name, lastname: 'Contact', revision: 2 });
    const state = await Promise.race([
      stream.ended.then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 200, 'open')),
    ]);
    expect(state).toBe('open');
    stream.close();
    expect(await newestActivity(owner.customerId)).toEqual({
      actor_name: 'Ada Owner',
      action: 'contact.changed',
      object_id: String(contact.userId),
      object_name: `${name} Contact`,
      changes: { firstname: { from: 'Ada', to: name } },
    });
  });

  test('suspending refuses the next request, sign-in and links; letting in again asks to sign in anew', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view']);
    await world.ask(null, 'POST', '/auth/forgot-password', { email: contact.email });
    const key = await readMailedLink(world, contact.email, 'reset-password');
    const stream = await openStream(world, contact);
    const { body } = await world.ask(owner, 'PATCH', at(contact), { suspended: true });
    expect(body.contact.state).toBe('suspended');
    expect((await newestActivity(owner.customerId)).action).toBe('contact.suspended');
    await stream.ended;
    expect(await isIn(contact)).toBe(false);
    const login = () => world.ask(null, 'POST', '/auth/login', { email: contact.email, password });
    expect((await login()).status).toBe(401);
    const chosen = { key, password: 'by the mailed link', confirmation: 'by the mailed link' };
    expect((await world.ask(null, 'POST', '/auth/reset-password', chosen)).body.code).toBe('key_expired');
    await world.ask(owner, 'PATCH', at(contact), { suspended: false });
    expect((await newestActivity(owner.customerId)).action).toBe('contact.resumed');
    expect(await isIn(contact)).toBe(false);
    expect((await login()).status).toBe(200);
  });

  test('is refused to who looked at an older version; of many at once one wins', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { headers } = await world.ask(owner, 'GET', at(contact));
    expect(headers.etag).toBe('"1"');
    const change = (firstname: string) =>
      world.ask(owner, 'PATCH', at(contact), { firstname }, { 'if-match': String(headers.etag) });
    // Connections that are open already: those that are opened one by one hardly race.
    await Promise.all(Array.from({ length: 8 }, () => world.ask(owner, 'GET', at(contact))));
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(`Number ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'stale')).toHaveLength(7);
    expect((await world.ask(owner, 'PATCH', at(contact), { firstname: 'Last' })).body.contact.revision).toBe(3);
    const late = await world.ask(owner, 'DELETE', at(contact), undefined, { 'if-match': '"2"' });
    expect(late).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await world.ask(owner, 'DELETE', at(contact), undefined, { 'if-match': '"3"' })).status).toBe(200);
  });

  test('to what it is already is no change: no revision, nothing in the log', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view']);
    const same = { firstname: 'Ada', lastname: 'Contact', permissions: ['services.view'], suspended: false };
    for (const wish of [{}, same]) {
      const { status, body } = await world.ask(owner, 'PATCH', at(contact), wish);
      expect({ status, revision: body.contact.revision }).toEqual({ status: 200, revision: 1 });
    }
    expect(await newestActivity(owner.customerId)).toBeUndefined();
  });

  test.each([
    [{ firstname: '' }, 'firstname'],
    [{ firstname: 'Carl\u0000' }, 'firstname'],
    [{ lastname: 'Carl\r\nBcc: all@example.test' }, 'lastname'],
    [{ firstname: 'x'.repeat(101) }, 'firstname'],
    [{ suspended: 'yes' }, 'suspended'],
  ])('refuses %j on the field %s', async (wish, field) => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { status, body } = await world.ask(owner, 'PATCH', at(contact), wish);
    expect({ status, field: body.errors[0].field }).toEqual({ status: 400, field });
  });
});

describe('a contact who manages contacts', () => {
  const addManager = (owner: Person, ...more: string[]) =>
    world.addContact(owner.customerId, ['contacts', 'zones.view', ...more]);
  const unheld = { status: 422, code: 'not_held' };

  test('gives and takes only what they hold themselves', async () => {
    const owner = await world.addCustomer();
    const manager = await addManager(owner);
    const contact = await world.addContact(owner.customerId, ['zones.manage']);
    const change = (names: string[]) => codeOf(world.ask(manager, 'PATCH', at(contact), { permissions: names }));
    expect(await change(['zones.manage', 'invoices'])).toEqual(unheld);
    expect(await change([])).toEqual(unheld);
    expect(await permissionsOf(contact)).toEqual(['zones.manage']);
    expect(await change(['zones.manage', 'zones.view', 'contacts'])).toMatchObject({ status: 200 });
    expect(await change(['zones.manage'])).toMatchObject({ status: 200 });
    const wish = { firstname: 'Ivy', email: `${randomUUID()}@example.test`, permissions: ['invoices'] };
    const { body } = await world.ask(manager, 'POST', '/contacts', wish);
    expect(body).toMatchObject({ code: 'not_held', errors: [{ field: 'permissions' }] });
    expect(await readMailbox(world, wish.email)).toEqual([]);
  });

  test('neither suspends, lets in, renames nor removes somebody who may do more', async () => {
    const owner = await world.addCustomer();
    const manager = await addManager(owner);
    const mightier = await world.addContact(owner.customerId, ['zones.view', 'invoices']);
    expect(await codeOf(world.ask(manager, 'PATCH', at(mightier), { suspended: true }))).toEqual(unheld);
    expect(await codeOf(world.ask(manager, 'DELETE', at(mightier)))).toEqual(unheld);
    for (const name of [{ firstname: 'Manny' }, { lastname: '' }]) {
      expect(await codeOf(world.ask(manager, 'PATCH', at(mightier), name))).toEqual(unheld);
    }
    expect(await isIn(mightier)).toBe(true);
    await world.ask(owner, 'PATCH', at(mightier), { suspended: true });
    expect(await codeOf(world.ask(manager, 'PATCH', at(mightier), { suspended: false }))).toEqual(unheld);
    const equal = await world.addContact(owner.customerId, ['zones.view']);
    expect(await codeOf(world.ask(manager, 'DELETE', at(equal)))).toMatchObject({ status: 200 });
  });

  test('changes neither themselves nor the account holder, who stays whatever is tried', async () => {
    const owner = await world.addCustomer();
    const manager = await world.addContact(owner.customerId, permissions);
    for (const body of [{ permissions: [] }, { suspended: true }, { firstname: 'X' }]) {
      for (const who of [manager, owner]) {
        expect(await codeOf(world.ask(who, 'PATCH', at(owner), body))).toEqual({ status: 409, code: 'last_owner' });
      }
      expect(await codeOf(world.ask(manager, 'PATCH', at(manager), body))).toEqual({ status: 409, code: 'conflict' });
    }
    for (const who of [manager, owner]) {
      expect(await codeOf(world.ask(who, 'DELETE', at(owner)))).toEqual({ status: 409, code: 'last_owner' });
    }
    expect(await codeOf(world.ask(manager, 'DELETE', at(manager)))).toEqual({ status: 409, code: 'conflict' });
    expect(await permissionsOf(manager)).toEqual([...permissions]);
    expect(await isIn(owner)).toBe(true);
  });

  test('loses it in the middle of their work: the next request is refused', async () => {
    const owner = await world.addCustomer();
    const manager = await addManager(owner);
    const contact = await world.addContact(owner.customerId);
    await world.ask(owner, 'PATCH', at(manager), { permissions: ['zones.view'] });
    const late = world.ask(manager, 'PATCH', at(contact), { permissions: ['zones.view'] });
    expect(await codeOf(late)).toEqual({ status: 403, code: 'forbidden' });
  });
});

describe('removing a contact', () => {
  test('ends their sessions, streams, keys and links, and frees the address', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view']);
    await world.addKey(contact);
    await world.ask(null, 'POST', '/auth/forgot-password', { email: contact.email });
    const stream = await openStream(world, contact);
    expect((await world.ask(owner, 'DELETE', at(contact))).status).toBe(200);
    await stream.ended;
    expect(await isIn(contact)).toBe(false);
    for (const table of ['sessions', 'api_keys', 'one_time_keys']) {
      const left = await world.database.ownerPool.query(`select from ${table} where user_id = $1`, [contact.userId]);
      expect(left.rowCount, table).toBe(0);
    }
    expect(await codeOf(world.ask(owner, 'GET', at(contact)))).toEqual({ status: 404, code: 'not_found' });
    expect(await newestActivity(owner.customerId)).toMatchObject({
      action: 'contact.removed',
      object_name: 'Ada Contact',
      changes: { email: { from: contact.email, to: null } },
    });
    const again = { firstname: 'Ivy', email: contact.email, permissions: [] };
    expect((await world.ask(owner, 'POST', '/contacts', again)).status).toBe(201);
  });

  test('of another customer is not found, nor is any other change', async () => {
    const owner = await world.addCustomer();
    const stranger = await world.addContact((await world.addCustomer()).customerId);
    for (const [method, path, body] of [
      ['GET', at(stranger), undefined],
      ['PATCH', at(stranger), { suspended: true }],
      ['DELETE', at(stranger), undefined],
      ['POST', `${at(stranger)}/invitation`, undefined],
    ] as const) {
      expect(await codeOf(world.ask(owner, method, path, body))).toEqual({ status: 404, code: 'not_found' });
    }
    expect(await isIn(stranger)).toBe(true);
  });
});
