import { randomUUID } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { password, useWorld } from '../../testing/index.ts';

const world = useWorld();
const verify = vi.spyOn(argon2, 'verify');
beforeEach(async () => {
  verify.mockClear();
  await world.database.ownerPool.query('delete from attempt_limits');
});

const signIn = async (login: object, remoteAddress = '192.0.2.1') => {
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: login, remoteAddress });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const refused = {
  result: 'error',
  message: 'The e-mail address or the password is not right.',
  code: 'invalid_credentials',
  requestId: expect.any(String),
};

describe('signing in', () => {
  test('the account holder receives a token and no contact id', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await signIn({ email: owner.email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      result: 'success',
      message: 'Signed in.',
      token: expect.stringMatching(/^hws_[\w-]{43}$/),
      contactid: null,
    });
    const session = await world.ask(body.token, 'GET', '/auth/session');
    expect(session.body).toMatchObject({
      contact: null,
      isSubContact: false,
      client: { email: owner.email, credit: '0.00' },
    });
  });

  test('a contact is told apart from the account holder, and holds what it was given', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['zones.view', 'of.another.version']);
    const { body } = await signIn({ email: contact.email, password });
    expect(body.contactid).toBe(String(contact.userId));
    const session = await world.ask(body.token, 'GET', '/auth/session');
    expect(session.body).toMatchObject({
      isSubContact: true,
      permissions: ['zones.view'],
      client: { email: owner.email },
      contact: { contactid: String(contact.userId), email: contact.email, permissions: ['zones.view'] },
    });
  });

  test('case and spaces around the address do not matter, those of the password do', async () => {
    const { email } = await world.addCustomer();
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password })).status).toBe(200);
    expect((await signIn({ email, password: ` ${password}` })).status).toBe(401);
    expect((await signIn({ email, password: password.toUpperCase() })).status).toBe(401);
  });

  test('a wrong password, an unknown account and a suspended one are answered alike', async () => {
    const { email, userId } = await world.addCustomer();
    const wrong = await signIn({ email, password: 'wrong' });
    const unknown = await signIn({ email: 'nobody@example.test', password });
    await world.database.ownerPool.query('update users set suspended = true where id = $1', [userId]);
    const suspended = await signIn({ email, password });
    for (const answer of [wrong, unknown, suspended]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(refused);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(wrong.headers));
    }
  });

  test('each of them costs one argon2id of the same strength', async () => {
    const { email, userId } = await world.addCustomer();
    verify.mockClear();
    const works = async (login: object) => {
      await signIn(login);
      const calls = verify.mock.calls.splice(0);
      expect(calls).toHaveLength(1);
      return String(calls[0]![0]).split('$').slice(0, 4).join('$');
    };
    const right = await works({ email, password });
    expect(right).toBe('$argon2id$v=19$m=19456,t=2,p=1');
    expect(await works({ email, password: 'wrong' })).toBe(right);
    expect(await works({ email: 'nobody@example.test', password })).toBe(right);
    await world.database.ownerPool.query('update users set suspended = true where id = $1', [userId]);
    expect(await works({ email, password })).toBe(right);
  });

  test('nobody has the password that unknown accounts are compared with', async () => {
    const answer = await signIn({ email: 'nobody@example.test', password: 'nobody has this password' });
    expect(answer.status).toBe(401);
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: 'a@example.test' }, ['password']],
    [{ email: 'a@example.test', password: 5 }, ['password']],
    [{ email: 'a@example.test', password: 'x'.repeat(1025) }, ['password']],
    [{ email: `${'a'.repeat(250)}@x.test`, password: 'x' }, ['email']],
    [{ email: 'a@example.test', password: 'x', remember: 'yes' }, ['remember']],
    [{ email: ['a@example.test'], password: { $gt: '' } }, ['email', 'password']],
  ])('bad input %j is refused on its fields, without counting or hashing', async (login, fields) => {
    const { status, body } = await signIn(login);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(fields);
    expect(verify).not.toHaveBeenCalled();
    expect((await world.database.ownerPool.query('select from attempt_limits')).rowCount).toBe(0);
  });

  test('characters that cannot be stored are bad input', async () => {
    const { status, body } = await signIn({ email: 'a\u0000@example.test', password: 'a\u0000' });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
  });
});

describe('limits are exact', () => {
  test('of 40 parallel attempts on one account from one network ten are looked at; another network gets in', async () => {
    const { email } = await world.addCustomer();
    verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn({ email, password: 'wrong' }, `2001:db8::${n + 1}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(verify).toHaveBeenCalledTimes(10);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(30);
    for (const { body, headers } of limited) {
      expect(body).toMatchObject({ code: 'rate_limited', message: 'Too many attempts. Try again in 15 minutes.' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(800);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
    }
    expect((await signIn({ email, password }, '2001:db8::ffff')).status).toBe(429);
    expect((await signIn({ email, password }, '2001:db8:0:1::1')).status).toBe(200);
  });

  test('of 120 parallel attempts on one account from as many networks a hundred are looked at', async () => {
    const { email } = await world.addCustomer();
    verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => signIn({ email, password: 'wrong' }, `192.0.2.${n + 1}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(verify).toHaveBeenCalledTimes(100);
    expect((await signIn({ email, password }, '198.51.100.1')).status).toBe(429);
  }, 60_000);

  test('no e-mail address that holds another one shuts that one out', async () => {
    const { email } = await world.addCustomer();
    for (const posing of [`${email} 192.0.2.1`, `192.0.2.1 login account ${email}`]) {
      for (let n = 0; n < 12; n++) await signIn({ email: posing, password: 'wrong' }, '203.0.113.8');
    }
    expect((await signIn({ email, password }, '192.0.2.1')).status).toBe(200);
    expect((await signIn({ email, password }, '203.0.113.8')).status).toBe(200);
  });

  test('an account that does not exist is limited in the same way', async () => {
    const login = { email: `${randomUUID()}@example.test`, password: 'wrong' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(login)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('of 60 parallel attempts from one address on 60 accounts fifty are looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => signIn({ email: `a${n}@example.test`, password: 'wrong' }, '203.0.113.5')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    expect(verify).toHaveBeenCalledTimes(50);
    const { email } = await world.addCustomer();
    expect((await signIn({ email, password }, '203.0.113.5')).status).toBe(429);
    expect((await signIn({ email, password }, '203.0.113.6')).status).toBe(200);
  });

  test('a success gives its attempt back', async () => {
    const { email } = await world.addCustomer();
    for (let n = 0; n < 9; n++) await signIn({ email, password: 'wrong' });
    for (let n = 0; n < 5; n++) expect((await signIn({ email, password })).status).toBe(200);
    expect((await signIn({ email, password: 'wrong' })).status).toBe(401);
    expect((await signIn({ email, password })).status).toBe(429);
  });

  test('a new window begins when the old one has passed', async () => {
    const { email } = await world.addCustomer();
    for (let n = 0; n < 11; n++) await signIn({ email, password: 'wrong' });
    expect((await signIn({ email, password })).status).toBe(429);
    await world.database.ownerPool.query('update attempt_limits set window_ends_at = now()');
    expect((await signIn({ email, password })).status).toBe(200);
  });

  test('an address claimed in a header counts for nothing while no proxy is trusted', async () => {
    const answers = [];
    for (let n = 0; n < 12; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      answers.push(
        await world.app.inject({
          method: 'POST',
          url: '/api/v1/auth/login',
          payload: { email: `b${n}@example.test`, password: 'wrong' },
          headers,
          remoteAddress: '203.0.113.77',
        }),
      );
    }
    const { rows } = await world.database.ownerPool.query(
      `select attempts from attempt_limits where subject = 'login address 203.0.113.77'`,
    );
    expect(rows).toEqual([{ attempts: 12 }]);
  });
});
