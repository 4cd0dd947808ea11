import { randomUUID } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { password, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
const hash = vi.spyOn(argon2, 'hash');
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const newEmail = () => `${randomUUID()}@example.test`;
const signUp = async (wish: object, remoteAddress = '192.0.2.1') => {
  const payload = { fullname: 'Nora van New', password, ...wish };
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/auth/register', payload, remoteAddress });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const signIn = (email: string) => world.ask(null, 'POST', '/auth/login', { email, password });
const templates = async (email: string) => (await readMailbox(world, email)).map(({ template }) => template);
const count = async (table: string) => (await world.database.ownerPool.query(`select from ${table}`)).rowCount;

describe('signing up', () => {
  test('makes an account whose holder can sign in at once and is asked to verify the address', async () => {
    const email = newEmail();
    expect((await signUp({ email: ` ${email.toUpperCase()} ` })).status).toBe(202);
    const { body } = await signIn(email);
    const session = await world.ask(body.token, 'GET', '/auth/session');
    expect(session.body).toMatchObject({
      isSubContact: false,
      client: { fullname: 'Nora van New', email, email_verified: false, credit: '0.00' },
    });
    expect(session.body.client.alerts).toEqual([
      {
        id: 'email-unverified',
        message: expect.stringContaining('not verified'),
        linkText: null,
        link: null,
        severity: 'warning',
      },
    ]);
    const { body: own } = await world.ask(body.token, 'GET', '/account');
    expect(own.profile.person).toMatchObject({ isOwner: true, firstname: 'Nora', lastname: 'van New' });
  });

  test('by a known address is answered alike, in status, words and headers', async () => {
    const { email } = await world.addCustomer();
    const contact = await world.addContact((await world.addCustomer()).customerId);
    const unknown = newEmail();
    const plain = ({ status, headers, body }: Awaited<ReturnType<typeof signUp>>, address: string) => ({
      status,
      headers: Object.keys(headers),
      body: JSON.stringify(body).replace(address, 'ADDRESS'),
    });
    const answers = [];
    for (const one of [unknown, email, contact.email]) answers.push(plain(await signUp({ email: one }), one));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]!.status).toBe(202);
  });

  test('by a known address costs one argon2id of the same strength, and as many statements', async () => {
    const { email } = await world.addCustomer();
    const suspended = await world.addCustomer();
    await world.database.ownerPool.query('update users set suspended = true where id = $1', [suspended.userId]);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const works = async (address: string) => {
      hash.mockClear();
      query.mockClear();
      await signUp({ email: address });
      const [options] = hash.mock.calls.map((call) => call[1]);
      expect(hash).toHaveBeenCalledTimes(1);
      return { options, statements: query.mock.calls.length };
    };
    await works(newEmail());
    const unknown = await works(newEmail());
    const known = await works(email);
    const blocked = await works(suspended.email);
    query.mockRestore();
    expect(unknown.options).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(unknown.statements).toBeGreaterThan(5);
    expect(Math.abs(known.statements - unknown.statements)).toBeLessThanOrEqual(1);
    expect(Math.abs(blocked.statements - known.statements)).toBeLessThanOrEqual(1);
    for (const { options } of [known, blocked]) expect(options).toEqual(unknown.options);
  });

  test('by a known address changes nothing and is told to its mailbox only', async () => {
    const { email, customerId } = await world.addCustomer();
    const before = await Promise.all(['customers', 'users', 'activity'].map(count));
    await signUp({ email, fullname: 'Mallory', password: 'another good password' });
    expect(await Promise.all(['customers', 'users', 'activity'].map(count))).toEqual(before);
    expect((await signIn(email)).status).toBe(200);
    const [mail, ...more] = await readMailbox(world, email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'already-registered', customerId });
    expect(mail!.text).not.toContain('Mallory');
    const key = await readMailedLink(world, email, 'reset-password');
    const set = { key, password: 'forgotten once again', confirmation: 'forgotten once again' };
    expect((await world.ask(null, 'POST', '/auth/reset-password', set)).status).toBe(200);
  });

  test('by the address of somebody suspended mails nothing', async () => {
    const { email, userId } = await world.addCustomer();
    await world.database.ownerPool.query('update users set suspended = true where id = $1', [userId]);
    expect((await signUp({ email })).status).toBe(202);
    expect(await readMailbox(world, email)).toEqual([]);
  });

  test('two at once by one address make one account, and both are answered alike', async () => {
    const email = newEmail();
    const customers = (await count('customers'))!;
    const answers = await Promise.all([signUp({ email }), signUp({ email })]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect(await count('customers')).toBe(customers + 1);
    expect((await templates(email)).toSorted()).toEqual(['already-registered', 'verify-email']);
  });

  test('only queues its message: sending is the worker’s', async () => {
    const email = newEmail();
    await signUp({ email });
    const { rows } = await world.database.ownerPool.query(
      'select state, attempts, sent_at, masked, text_body from emails where recipient = $1',
      [email],
    );
    expect(rows).toEqual([
      { state: 'queued', attempts: 0, sent_at: null, masked: true, text_body: expect.not.stringContaining('hwo_') },
    ]);
  });

  test('stands in the activity log of the new account, with the address it came from', async () => {
    const email = newEmail();
    await signUp({ email }, '198.51.100.9');
    const { rows } = await world.database.ownerPool.query(
      `select a.actor_kind, a.actor_name, a.action, a.object_name, a.address, a.changes from activity a
        join users u on u.customer_id = a.customer_id where u.email = $1`,
      [email],
    );
    const who = { actor_kind: 'user', actor_name: 'Nora van New', address: '198.51.100.9', changes: {} };
    expect(rows).toEqual([{ ...who, action: 'account.registered', object_name: 'Nora van New' }]);
  });

  test('takes a name with HTML as plain text, and the message to a mailbox that proved nothing is without it', async () => {
    const email = newEmail();
    const fullname = '<img src=x onerror=alert(1)> "Nora" & Söhne';
    await signUp({ email, fullname });
    const { body } = await signIn(email);
    expect((await world.ask(body.token, 'GET', '/auth/session')).body.client.fullname).toBe(fullname);
    const [mail] = await readMailbox(world, email);
    for (const body of [mail!.text, mail!.html]) expect(body).not.toMatch(/img|Nora/);
  });

  test.each([
    [{ fullname: '' }, 'fullname'],
    [{ fullname: 'Nora\u0007' }, 'fullname'],
    [{ fullname: 'Nora\r\nBcc: all@example.test' }, 'fullname'],
    [{ fullname: 'N'.repeat(201) }, 'fullname'],
    [{ fullname: 'Win at https://evil.example' }, 'fullname'],
    [{ email: 'nobody' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.test` }, 'email'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'x'.repeat(1025) }, 'password'],
    [{ email: 'own@example.test', password: 'Own@Example.test' }, 'password'],
  ])('refuses %j on the field %s, without hashing or counting', async (wish, field) => {
    hash.mockClear();
    const before = await count('customers');
    const { status, body } = await signUp({ email: newEmail(), ...wish });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(hash).not.toHaveBeenCalled();
    expect(await count('customers')).toBe(before);
    expect(await count('attempt_limits')).toBe(0);
  });
});

describe('the limits of signing up are exact', () => {
  test('of 12 at once by one address from many networks five are looked at', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => signUp({ email }, `192.0.2.${n + 1}`)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3500);
  });

  test('of 24 at once from one network twenty are looked at', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => signUp({ email: newEmail() }, '203.0.113.9')));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect((await signUp({ email: newEmail() }, '203.0.113.10')).status).toBe(202);
  });
});
