import { beforeEach, describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const signIn = async (person: Person, headers: Record<string, string> = {}): Promise<string> =>
  (await world.ask(null, 'POST', '/auth/login', { email: person.email, password }, headers)).body.token;
const isIn = async (who: Person | string) => (await world.ask(who, 'GET', '/auth/session')).status === 200;
const sessionsOf = async (who: Person | string) => (await world.ask(who, 'GET', '/auth/sessions')).body.sessions;
const actions = async ({ customerId }: Person) =>
  (
    await world.database.ownerPool.query('select action from activity where customer_id = $1 order by id', [customerId])
  ).rows.map(({ action }) => action);

describe('the list of sessions', () => {
  test('names the own ones, newest first, and marks the one that asks', async () => {
    const owner = await world.addCustomer();
    await world.addContact(owner.customerId);
    const newest = await signIn(owner, { 'user-agent': 'Phone <b>9</b>' });
    const sessions = await sessionsOf(owner);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      current: false,
      remember: false,
      userAgent: 'Phone <b>9</b>',
      address: '127.0.0.1',
    });
    expect(sessions[1]).toMatchObject({ current: true, userAgent: 'tests' });
    expect((await sessionsOf(newest))[0].current).toBe(true);
    expect(JSON.stringify(sessions)).not.toContain('hash');
  });

  test('leaves out those that have run out', async () => {
    const owner = await world.addCustomer();
    const late = await signIn(owner);
    const { id } = (await sessionsOf(late))[0];
    await world.database.ownerPool.query('update sessions set expires_at = now() where id = $1', [id]);
    expect(await sessionsOf(owner)).toHaveLength(1);
  });
});

describe('ending a session', () => {
  test('refuses its next request, closes its streams within two seconds, and leaves the others alone', async () => {
    const owner = await world.addCustomer();
    const stolen = await signIn(owner);
    const stream = await openStream(world, stolen);
    const { id } = (await sessionsOf(stolen)).find((one: { current: boolean }) => one.current);
    const before = performance.now();
    expect((await world.ask(owner, 'DELETE', `/auth/sessions/${id}`)).status).toBe(200);
    await stream.ended;
    expect(performance.now() - before).toBeLessThan(2000);
    expect(await isIn(stolen)).toBe(false);
    expect(await isIn(owner)).toBe(true);
    expect((await world.ask(owner, 'DELETE', `/auth/sessions/${id}`)).body.code).toBe('not_found');
  });

  test('of another person of the account is not found, and it stays', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['contacts', 'account.manage']);
    const { id } = (await sessionsOf(owner))[0];
    const { status, body } = await world.ask(contact, 'DELETE', `/auth/sessions/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    expect(await isIn(owner)).toBe(true);
  });

  test('all others at once leaves the one that asks', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const others = [await signIn(owner), await signIn(owner)];
    const { body } = await world.ask(owner, 'DELETE', '/auth/sessions');
    expect(body).toMatchObject({ result: 'success', ended: 2 });
    expect(await Promise.all([owner, contact, ...others].map(isIn))).toEqual([true, true, false, false]);
  });

  test('and signing in stand in the activity log', async () => {
    const owner = await world.addCustomer();
    const token = await signIn(owner);
    await world.ask(owner, 'DELETE', '/auth/sessions');
    await world.ask(await signIn(owner), 'POST', '/auth/logout');
    expect(await actions(owner)).toEqual([
      'session.started',
      'session.others-ended',
      'session.started',
      'session.ended',
    ]);
    expect(await isIn(token)).toBe(false);
  });
});

describe('changing the password', () => {
  const change = (who: Person | string, current: string, chosen = 'another good password') =>
    world.ask(who, 'PUT', '/auth/password', { current, password: chosen, confirmation: chosen });

  test('ends the other sessions and their streams, keeps this one, and tells the mailbox', async () => {
    const owner = await world.addCustomer();
    const other = await signIn(owner);
    const stream = await openStream(world, other);
    expect((await change(owner, password)).status).toBe(200);
    await stream.ended;
    expect(await Promise.all([owner, other].map(isIn))).toEqual([true, false]);
    expect((await readMailbox(world, owner.email)).map(({ template }) => template)).toEqual(['password-changed']);
    expect(await signIn(owner)).toBeUndefined();
    expect((await actions(owner)).at(-1)).toBe('password.changed');
  });

  test('is refused with a wrong one, on its field, and changes nothing', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await change(owner, 'wrong');
    expect({ status, code: body.code, field: body.errors[0].field }).toEqual({
      status: 422,
      code: 'wrong_password',
      field: 'current',
    });
    expect(await signIn(owner)).toBeDefined();
    expect(await readMailbox(world, owner.email)).toEqual([]);
  });

  test('is tried ten times in 15 minutes, however many tries race; right ones do not count', async () => {
    const owner = await world.addCustomer();
    for (let n = 0; n < 3; n++) expect((await change(owner, password, password)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 14 }, () => change(owner, 'wrong')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await change(owner, password)).status).toBe(429);
    const email = { email: 'new@example.test', password };
    expect((await world.ask(owner, 'POST', '/account/email', email)).status).toBe(429);
  });

  test('of two at once by one old password one wins', async () => {
    const owner = await world.addCustomer();
    const answers = await Promise.all([
      change(owner, password, 'password of the one'),
      change(owner, password, 'password of the other'),
    ]);
    expect(statusesOf(answers)).toEqual([200, 422]);
  });

  test('ends the links that were mailed before', async () => {
    const owner = await world.addCustomer();
    await world.ask(null, 'POST', '/auth/forgot-password', { email: owner.email });
    const key = await readMailedLink(world, owner.email, 'reset-password');
    await change(owner, password);
    const again = { key, password: 'by the old link', confirmation: 'by the old link' };
    expect((await world.ask(null, 'POST', '/auth/reset-password', again)).body.code).toBe('key_expired');
  });

  test('refuses the own address as a password', async () => {
    const owner = await world.addCustomer();
    expect((await change(owner, password, owner.email)).body.errors[0].field).toBe('password');
  });
});
