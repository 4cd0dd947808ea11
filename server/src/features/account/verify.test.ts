import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const verify = (key: string) => world.ask(null, 'POST', '/auth/verify-email', { key });
const expired = { status: 400, body: { result: 'error', code: 'key_expired' } };

async function addUnverified() {
  const email = `${randomUUID()}@example.test`;
  await world.ask(null, 'POST', '/auth/register', { fullname: 'Nora New', email, password });
  const { body } = await world.ask(null, 'POST', '/auth/login', { email, password });
  return { email, token: body.token as string, key: await readMailedLink(world, email, 'verify-email') };
}

describe('verifying an address', () => {
  test('opens the account at the next request and tells its browsers', async () => {
    const { email, token, key } = await addUnverified();
    expect((await world.ask(token, 'GET', '/contacts')).body.code).toBe('email_unverified');
    const stream = await openStream(world, token);
    const { status, body } = await verify(key);
    expect({ status, body }).toEqual({
      status: 200,
      body: { result: 'success', message: 'Your e-mail address is verified.', email },
    });
    await stream.waitFor(({ data }) => data.topic === 'account');
    stream.close();
    expect((await world.ask(token, 'GET', '/contacts')).status).toBe(200);
    const { client } = (await world.ask(token, 'GET', '/auth/session')).body;
    expect(client).toMatchObject({ email_verified: true, alerts: [] });
  });

  test('works once', async () => {
    const { key } = await addUnverified();
    expect((await verify(key)).status).toBe(200);
    expect(await verify(key)).toMatchObject(expired);
  });

  test('of two at once with one key one wins', async () => {
    const { key } = await addUnverified();
    const answers = await Promise.all([verify(key), verify(key), verify(key)]);
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
  });

  test('is refused when the link is too old, was replaced, or is for something else', async () => {
    const { email, token, key } = await addUnverified();
    await world.ask(null, 'POST', '/auth/forgot-password', { email });
    expect(await verify(await readMailedLink(world, email, 'reset-password'))).toMatchObject(expired);
    expect((await world.ask(token, 'POST', '/auth/verification')).status).toBe(202);
    const newest = await readMailedLink(world, email, 'verify-email');
    expect(newest).not.toBe(key);
    expect(await verify(key)).toMatchObject(expired);
    await world.database.ownerPool.query('update one_time_keys set expires_at = now()');
    expect(await verify(newest)).toMatchObject(expired);
    expect((await world.ask(token, 'GET', '/auth/session')).body.client.email_verified).toBe(false);
  });

  test('is refused for somebody who is suspended', async () => {
    const { email, key } = await addUnverified();
    await world.database.ownerPool.query('update users set suspended = true where email = $1', [email]);
    expect(await verify(key)).toMatchObject(expired);
  });

  test('by wrong keys is tried 60 times in 15 minutes from one network, good ones do not count', async () => {
    const tries = [];
    for (let n = 0; n < 59; n++) tries.push((await verify('hwo_wrong')).body.code);
    const { key } = await addUnverified();
    expect((await verify(key)).status).toBe(200);
    tries.push((await verify(key)).body.code);
    expect(new Set(tries)).toEqual(new Set(['key_expired']));
    expect((await verify(key)).status).toBe(429);
  });
});

describe('sending the link once more', () => {
  test('is refused for an address that is verified', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await world.ask(owner, 'POST', '/auth/verification');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(await readMailbox(world, owner.email)).toEqual([]);
  });

  test('is done five times an hour, however many ask at once', async () => {
    const { email, token } = await addUnverified();
    const answers = await Promise.all(Array.from({ length: 9 }, () => world.ask(token, 'POST', '/auth/verification')));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await readMailbox(world, email)).toHaveLength(6);
  });
});
