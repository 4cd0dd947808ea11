import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/index.ts';
import { zonesPath } from '../testing/zones.ts';

const world = useWorld();
const wish = { name: 'Once', origin: 'https://origin.test' };
const create = (who: string, serviceId: number, key: string, body: object = wish) =>
  world.ask(who, 'POST', zonesPath(serviceId), body, { 'idempotency-key': key });
const zonesOf = async (customerId: number) =>
  (await world.database.ownerPool.query('select id from zones where customer_id = $1', [customerId])).rowCount;

describe('a request with an Idempotency-Key', () => {
  test('is done once, and answered each time with the first answer', async () => {
    const owner = await world.addCustomer();
    const first = await create(owner.token, owner.serviceId, 'a');
    const again = await create(owner.token, owner.serviceId, 'a');
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await zonesOf(owner.customerId)).toBe(1);
  });

  test('of many that race one does the work, and nobody gets another answer', async () => {
    const owner = await world.addCustomer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(owner.token, owner.serviceId, 'race')));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.zone.id)).size).toBe(1);
    for (const { status, body } of answers.filter((one) => one.status !== 201)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_conflict' });
      expect(body.message).toContain('still under way');
    }
    expect(await zonesOf(owner.customerId)).toBe(1);
  });

  test('is refused when the key was used for something else', async () => {
    const owner = await world.addCustomer();
    await create(owner.token, owner.serviceId, 'b');
    const other = await create(owner.token, owner.serviceId, 'b', { ...wish, name: 'Twice' });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({
      code: 'idempotency_conflict',
      message: 'This Idempotency-Key was used for another request. Use a new one.',
    });
    expect(await zonesOf(owner.customerId)).toBe(1);
  });

  test('is refused alike each time when it was refused the first time', async () => {
    const owner = await world.addCustomer();
    const bad = { ...wish, origin: 'https://unknown.test' };
    const first = await create(owner.token, owner.serviceId, 'c', bad);
    const again = await create(owner.token, owner.serviceId, 'c', bad);
    expect(first.status).toBe(422);
    expect({ ...again.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
    expect(again.body.requestId).not.toBe(first.body.requestId);
  });

  test('that did not pass validation leaves its key free', async () => {
    const owner = await world.addCustomer();
    expect((await create(owner.token, owner.serviceId, 'd', { name: '' })).status).toBe(400);
    expect((await create(owner.token, owner.serviceId, 'd')).status).toBe(201);
  });

  test('has a key of its own for each person and each API key', async () => {
    const owner = await world.addCustomer();
    const key = await world.addKey(owner);
    const contact = await world.addContact(owner.customerId, ['zones.manage']);
    for (const token of [owner.token, key.token, contact.token]) {
      const { status, headers } = await create(token, owner.serviceId, 'shared', { ...wish, name: token.slice(-6) });
      expect({ status, replayed: headers['idempotent-replayed'] }).toEqual({ status: 201, replayed: undefined });
    }
  });

  test('that was cut off is not done again behind the caller’s back', async () => {
    const owner = await world.addCustomer();
    await create(owner.token, owner.serviceId, 'e');
    const { ownerPool } = world.database;
    await ownerPool.query(
      `update idempotency_keys set status = null, body = null, created_at = now() - interval '10 minutes' where key = 'e'`,
    );
    const { status, body } = await create(owner.token, owner.serviceId, 'e');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_cut_off' });
    expect(await zonesOf(owner.customerId)).toBe(1);
  });

  test.each([
    ['before its work took effect', 'before insert on zones', 0],
    ['after its work took effect', 'before update on idempotency_keys', 1],
  ])('that failed on our side %s is not done again', async (_, when, zones) => {
    const owner = await world.addCustomer();
    const { ownerPool } = world.database;
    await ownerPool.query(
      `create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    );
    await ownerPool.query(`create trigger breaks ${when} for each row execute function break_it()`);
    const key = `broken ${zones}`.replace(' ', '-');
    expect((await create(owner.token, owner.serviceId, key)).status).toBe(500);
    await ownerPool.query('drop function break_it cascade');
    // Where even the note that it failed could not be made, age tells it.
    await ownerPool.query(`update idempotency_keys set created_at = now() - interval '10 minutes' where key = $1`, [
      key,
    ]);
    const { status, body } = await create(owner.token, owner.serviceId, key);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_cut_off' });
    expect(await zonesOf(owner.customerId)).toBe(zones);
  });

  test('is kept for a day, sealed', async () => {
    const owner = await world.addCustomer();
    await create(owner.token, owner.serviceId, 'f');
    const { ownerPool } = world.database;
    const { rows } = await ownerPool.query(`select body from idempotency_keys where key = 'f'`);
    expect(rows[0].body.toString('latin1')).not.toContain('Once');
    await ownerPool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'f'`);
    const { status, headers } = await create(owner.token, owner.serviceId, 'f');
    expect({ status, replayed: headers['idempotent-replayed'] }).toEqual({ status: 201, replayed: undefined });
  });

  test.each(['', 'x'.repeat(256), 'two words', 'naïve'])('with the key %j is bad input', async (key) => {
    const owner = await world.addCustomer();
    const { status, body } = await create(owner.token, owner.serviceId, key);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(await zonesOf(owner.customerId)).toBe(0);
  });
});
