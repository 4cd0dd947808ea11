import argon2 from '@node-rs/argon2';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
const hash = vi.spyOn(argon2, 'hash');
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const forget = async (email: string, remoteAddress = '192.0.2.1') => {
  const request = { method: 'POST' as const, url: '/api/v1/auth/forgot-password', payload: { email }, remoteAddress };
  const answer = await world.app.inject(request);
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const reset = (key: string, chosen = 'another good password') =>
  world.ask(null, 'POST', '/auth/reset-password', { key, password: chosen, confirmation: chosen });
const signIn = async (email: string, chosen: string) =>
  (await world.ask(null, 'POST', '/auth/login', { email, password: chosen })).status;
const keyFor = async (email: string) => {
  await forget(email);
  return readMailedLink(world, email, 'reset-password');
};

describe('asking for a new password', () => {
  test('is answered alike for known, unknown and suspended addresses', async () => {
    const known = (await world.addCustomer()).email;
    const suspended = await world.addCustomer();
    await world.database.ownerPool.query('update users set suspended = true where id = $1', [suspended.userId]);
    const plain = async (email: string) => {
      const { status, headers, body } = await forget(email);
      return { status, headers: Object.keys(headers), body: JSON.stringify(body).replace(email, 'ADDRESS') };
    };
    const first = await plain(known);
    expect(first.status).toBe(202);
    expect(await plain('nobody@example.test')).toEqual(first);
    expect(await plain(suspended.email)).toEqual(first);
    expect(await readMailbox(world, known)).toHaveLength(1);
    const { rows } = await world.database.ownerPool.query('select recipient from emails where recipient <> $1', [
      known,
    ]);
    expect(rows).toEqual([]);
  });

  test('costs as many statements whoever is meant, and hashes nothing', async () => {
    const { email } = await world.addCustomer();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const works = async (address: string) => {
      query.mockClear();
      await forget(address);
      return query.mock.calls.length;
    };
    await works('first@example.test');
    hash.mockClear();
    const unknown = await works('nobody@example.test');
    const known = await works(email);
    query.mockRestore();
    expect(unknown).toBeGreaterThan(5);
    expect(Math.abs(known - unknown)).toBeLessThanOrEqual(1);
    expect(hash).not.toHaveBeenCalled();
  });

  test('is done five times an hour for one address, known or not', async () => {
    const { email } = await world.addCustomer();
    for (const one of [email, 'nobody@example.test']) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => forget(one, `192.0.2.${n + 1}`)));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    }
    expect(await readMailbox(world, email)).toHaveLength(5);
  });

  test('is done thirty times an hour from one network', async () => {
    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, n) => forget(`nobody${n}@example.test`, '203.0.113.4')),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(30);
  });
});

describe('setting a new password by the mailed link', () => {
  test('replaces the old one, and says so to the mailbox', async () => {
    const { email } = await world.addCustomer();
    expect((await reset(await keyFor(email))).status).toBe(200);
    expect(await signIn(email, password)).toBe(401);
    expect(await signIn(email, 'another good password')).toBe(200);
    expect((await readMailbox(world, email)).at(-1)).toMatchObject({
      template: 'password-changed',
      text: expect.stringContaining('127.0.0.1'),
    });
  });

  test('ends every session of that person and their event streams within two seconds, nobody else’s', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { body } = await world.ask(null, 'POST', '/auth/login', { email: owner.email, password });
    const streams = await Promise.all([openStream(world, owner), openStream(world, body.token)]);
    const key = await keyFor(owner.email);
    const before = performance.now();
    await reset(key);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - before).toBeLessThan(2000);
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(401);
    expect((await world.ask(body.token, 'GET', '/auth/session')).status).toBe(401);
    expect((await world.ask(contact, 'GET', '/auth/session')).status).toBe(200);
  });

  test('works once, and of two at once one wins', async () => {
    const { email } = await world.addCustomer();
    const key = await keyFor(email);
    const answers = await Promise.all([reset(key, 'password of the one'), reset(key, 'password of the other')]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    const won = answers[0]!.status === 200 ? 'password of the one' : 'password of the other';
    expect(await signIn(email, won)).toBe(200);
    expect((await reset(key)).body.code).toBe('key_expired');
  });

  test('is refused when the link is an hour old, or a newer one was sent', async () => {
    const { email } = await world.addCustomer();
    const first = await keyFor(email);
    const second = await keyFor(email);
    expect((await reset(first)).body.code).toBe('key_expired');
    await world.database.ownerPool.query(
      `update one_time_keys set expires_at = expires_at - interval '3600 s' where purpose = 'reset-password'`,
    );
    expect((await reset(second)).body.code).toBe('key_expired');
    expect(await signIn(email, password)).toBe(200);
  });

  test('verifies the address, for the mailbox was proven', async () => {
    const { email, userId, token } = await world.addCustomer();
    await world.database.ownerPool.query('update users set email_verified = false where id = $1', [userId]);
    await world.ask(token, 'POST', '/auth/verification');
    const unused = await readMailedLink(world, email, 'verify-email');
    await reset(await keyFor(email));
    const { rows } = await world.database.ownerPool.query('select email_verified from users where id = $1', [userId]);
    expect(rows).toEqual([{ email_verified: true }]);
    expect((await world.ask(null, 'POST', '/auth/verify-email', { key: unused })).body.code).toBe('key_expired');
  });

  test('ends a change of address that waits, which the one before may have asked for', async () => {
    const owner = await world.addCustomer();
    await world.ask(owner, 'POST', '/account/email', { email: 'thief@example.test', password });
    const key = await readMailedLink(world, 'thief@example.test', 'confirm-email');
    await reset(await keyFor(owner.email));
    expect((await world.ask(null, 'POST', '/auth/confirm-email', { key })).body.code).toBe('key_expired');
  });

  test('forgets the failed attempts', async () => {
    const { email } = await world.addCustomer();
    for (let n = 0; n < 11; n++) await signIn(email, 'wrong');
    expect(await signIn(email, password)).toBe(429);
    await reset(await keyFor(email));
    expect(await signIn(email, 'another good password')).toBe(200);
  });

  test('refuses the own address and two that differ on their fields, and the link stays good', async () => {
    const { email } = await world.addCustomer();
    const key = await keyFor(email);
    expect((await reset(key, email)).body.errors).toEqual([
      { field: 'password', message: 'Choose a password that is not your e-mail address' },
    ]);
    const differ = { key, password: 'one good password', confirmation: 'another one' };
    const { body } = await world.ask(null, 'POST', '/auth/reset-password', differ);
    expect(body.errors).toEqual([{ field: 'confirmation', message: 'The two passwords differ' }]);
    expect((await reset(key)).status).toBe(200);
  });

  test('hashes nothing for a key that is none', async () => {
    hash.mockClear();
    expect((await reset(`hwo_${'a'.repeat(43)}`)).body.code).toBe('key_expired');
    expect(hash).not.toHaveBeenCalled();
  });

  test('stands in the activity log without a word of the password', async () => {
    const { email, customerId } = await world.addCustomer();
    await reset(await keyFor(email));
    const { rows } = await world.database.ownerPool.query(
      `select a::text as whole, actor_kind from activity a where customer_id = $1 and action = 'password.reset'`,
      [customerId],
    );
    expect(rows).toEqual([{ actor_kind: 'user', whole: expect.not.stringContaining('another good password') }]);
  });
});
