import { permissions } from '@headwater/contract/lib/permissions';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { readMailbox } from '../../testing/mailbox.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
beforeAll(async () => {
  owner = await world.addCustomer();
});

const wish = { name: 'Deploy pipeline', permissions: ['services.view', 'zones.view'] };
const create = (who: Person | string, changes: object = {}, headers?: Record<string, string>) =>
  world.ask(who, 'POST', '/api-keys', { ...wish, ...changes }, headers);
const run = (text: string, values: unknown[] = []) => world.database.ownerPool.query(text, values);
const inYears = (years: number) => new Date(Date.now() + years * 365.25 * 86_400_000).toISOString();

describe('a new API key', () => {
  test('is shown with its token this once, works at once, and is told to the account holder', async () => {
    const late = await world.addCustomer();
    const contact = await world.addContact(late.customerId, ['api.view', 'api.manage', 'services.view']);
    const { status, body } = await create(contact, {
      permissions: ['services.view'],
      services: [late.serviceId],
      addresses: ['127.0.0.1', '203.0.113.7/24', '2001:db8::1/32'],
      expiresAt: inYears(1),
    });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^hwk_[\w-]{43}$/);
    expect(body.apiKey).toEqual({
      id: expect.any(String),
      name: 'Deploy pipeline',
      start: body.token.slice(0, 8),
      permissions: ['services.view'],
      services: [late.serviceId],
      addresses: expect.arrayContaining(['127.0.0.1', '203.0.113.0/24', '2001:db8::/32']),
      expiresAt: expect.any(String),
      createdBy: 'Ada Contact',
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastUsedFrom: null,
      state: 'active',
    });
    expect((await world.ask(body.token, 'GET', '/services')).status).toBe(200);
    const [mail, ...more] = await readMailbox(world, late.email);
    expect(mail).toMatchObject({ template: 'api-key-created', subject: 'A new API key: Deploy pipeline' });
    expect(mail!.text).toContain('Ada Contact');
    expect(more).toEqual([]);
    expect(await readMailbox(world, contact.email)).toEqual([]);
  });

  test('stands nowhere but in its one answer: no table holds the token', async () => {
    const { body } = await create(owner, {}, { 'idempotency-key': 'kept-sealed' });
    const { rows } = await run(`select tablename as name from pg_tables where schemaname = 'public'`);
    expect(rows.length).toBeGreaterThan(20);
    const secret = body.token.slice(4);
    for (const { name } of rows) {
      const { rowCount } = await run(
        `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
        [secret],
      );
      expect(rowCount, name).toBe(0);
    }
    const list = await world.ask(owner, 'GET', '/api-keys');
    expect(JSON.stringify(list.body)).not.toContain(secret);
  });

  test('asked for twice with one Idempotency-Key is one key, and its token comes again', async () => {
    const late = await world.addCustomer();
    const first = await create(late, {}, { 'idempotency-key': 'once' });
    const again = await create(late, {}, { 'idempotency-key': 'once' });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await world.ask(late, 'GET', '/api-keys')).body.apiKeys).toHaveLength(1);
  });

  test('can never be given what its maker does not hold', async () => {
    const some = fc.subarray([...permissions]);
    const contact = await world.addContact(owner.customerId, ['api.manage']);
    await fc.assert(
      fc.asyncProperty(some, fc.subarray([...permissions], { minLength: 1 }), async (held, wanted) => {
        const holds = new Set([...held, 'api.manage']);
        await run('update users set permissions = $2 where id = $1', [contact.userId, [...holds]]);
        await run(`delete from attempt_limits`);
        const { status, body } = await create(contact, { permissions: wanted });
        if (wanted.every((permission) => holds.has(permission))) {
          expect(status).toBe(201);
          expect(body.apiKey.permissions).toEqual(wanted);
        } else {
          expect(status).toBe(422);
          expect(body).toMatchObject({ code: 'not_held', errors: [{ field: 'permissions' }] });
        }
      }),
      { numRuns: 25 },
    );
    await run('delete from attempt_limits');
  });

  test("cannot reach another customer's service, in the words for one that never was", async () => {
    const other = await world.addCustomer();
    for (const id of [other.serviceId, 999_999_999]) {
      const { status, body } = await create(owner, { services: [owner.serviceId, id] });
      expect({ status, errors: body.errors }).toEqual({
        status: 404,
        errors: [{ field: 'services', message: `Service ${id} not found.` }],
      });
    }
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\r\nb' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['unheard.of'] }, 'permissions.0'],
    [{ services: [] }, 'services'],
    [{ addresses: [] }, 'addresses'],
    [{ addresses: ['203.0.113.0/33'] }, 'addresses.0'],
    [{ addresses: ['example.com'] }, 'addresses.0'],
    [{ addresses: ['203.0.113.0/24; drop table'] }, 'addresses.0'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ expiresAt: inYears(5.1) }, 'expiresAt'],
  ])('is refused on the field at fault: %j', async (changes, field) => {
    const { status, body } = await create(owner, changes);
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe(field);
  });

  test('may be limited to any address and range that there is', async () => {
    const late = await world.addCustomer();
    const range = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.tuple(fc.ipV4(), fc.nat({ max: 32 })).map(([address, length]) => `${address}/${length}`),
      fc.tuple(fc.ipV6(), fc.nat({ max: 128 })).map(([address, length]) => `${address}/${length}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 50 }), async (addresses) => {
        await run('delete from attempt_limits');
        const { status } = await create(late, { addresses });
        // What the contract does not take for an address is refused; nothing fails.
        expect([201, 400]).toContain(status);
      }),
      { numRuns: 40 },
    );
  });

  test('is one of 30 an hour for the account, exactly, also when more are asked for at once', async () => {
    const late = await world.addCustomer();
    const contact = await world.addContact(late.customerId, [...permissions]);
    const answers = await Promise.all(Array.from({ length: 34 }, (_, n) => create(n % 2 ? late : contact)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await create(owner)).status).toBe(201);
  });
});

describe('the list of keys', () => {
  test('shows all of the account to whoever may look: those in use first, the newest first, never another’s', async () => {
    const late = await world.addCustomer();
    const contact = await world.addContact(late.customerId, ['api.view']);
    const old = await world.addKey(contact);
    const fresh = await world.addKey(late, { expiresAt: new Date(Date.now() + 60_000) });
    const expired = await world.addKey(late, { expiresAt: new Date(Date.now() - 1000) });
    const revoked = await world.addKey(late, { revokedAt: new Date() });
    for (const who of [late, contact, fresh.token]) {
      const { body } = await world.ask(who, 'GET', '/api-keys');
      expect(body.apiKeys.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
        [fresh.id, 'active'],
        [old.id, 'active'],
        [expired.id, 'expired'],
        [revoked.id, 'revoked'],
      ]);
    }
  });
});

describe('revoking a key', () => {
  test('refuses its next request and ends its event streams within two seconds; the session’s own go on', async () => {
    const { body } = await create(owner);
    const [ending, staying] = [await openStream(world, body.token), await openStream(world, owner)];
    expect(ending.status).toBe(200);
    const revoked = await world.ask(owner, 'DELETE', `/api-keys/${body.apiKey.id}`);
    expect(revoked.body.apiKey).toMatchObject({ id: body.apiKey.id, state: 'revoked' });
    const { status, body: refusal } = await world.ask(body.token, 'GET', '/services');
    expect({ status, message: refusal.message }).toEqual({
      status: 401,
      message: 'This API key was revoked, has expired or never was.',
    });
    const late = new Promise((resolve) => setTimeout(resolve, 2000, 'late'));
    expect(await Promise.race([ending.ended, late])).not.toBe('late');
    await staying.waitFor(({ data }) => data.topic === 'api-keys' && data.id === body.apiKey.id);
    staying.close();
  });

  test('is in the hands of whoever manages keys, also another’s, and done once', async () => {
    const key = await world.addKey(owner);
    const contact = await world.addContact(owner.customerId, ['api.manage']);
    for (const who of [contact, owner]) {
      const { status, body } = await world.ask(who, 'DELETE', `/api-keys/${key.id}`);
      expect({ status, state: body.apiKey.state }).toEqual({ status: 200, state: 'revoked' });
    }
    const { rows } = await run(`select actor_kind from activity where action = 'api-key.revoked' and object_id = $1`, [
      key.id,
    ]);
    expect(rows).toEqual([{ actor_kind: 'contact' }]);
  });
});
