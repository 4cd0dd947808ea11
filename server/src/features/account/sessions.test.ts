import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, password, useWorld } from '../../testing/index.ts';
import { sweepSessions } from './sweep.ts';

const world = useWorld();

const signIn = async (person: Person, more: object = {}): Promise<string> =>
  (await world.ask(null, 'POST', '/auth/login', { email: person.email, password, ...more })).body.token;
const hoursLeft = async (token: string) => {
  const { body } = await world.ask(token, 'GET', '/auth/session');
  return (Date.parse(body.expiresAt) - Date.now()) / 3_600_000;
};

describe('a session', () => {
  test('lasts twelve hours, and thirty days when it is to be remembered', async () => {
    const owner = await world.addCustomer();
    expect(await hoursLeft(await signIn(owner))).toBeCloseTo(12, 1);
    expect(await hoursLeft(await signIn(owner, { remember: false }))).toBeCloseTo(12, 1);
    expect(await hoursLeft(await signIn(owner, { remember: true }))).toBeCloseTo(720, 1);
  });

  test('is kept as the hash of its token: no column holds the token', async () => {
    const owner = await world.addCustomer();
    const token = await signIn(owner);
    const { rows } = await world.database.ownerPool.query(
      `select encode(token_hash, 'hex') as hash, s::text as whole from sessions s where user_id = $1`,
      [owner.userId],
    );
    const hash = createHash('sha256').update(token).digest('hex');
    expect(rows.map((row) => row.hash)).toContain(hash);
    for (const row of rows) expect(row.whole).not.toContain(token.slice(4));
  });

  test('is named by a token that nobody can guess: no two are alike', async () => {
    const owner = await world.addCustomer();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => signIn(owner)));
    expect(new Set(tokens).size).toBe(10);
  });

  test('its hash in place of the token opens nothing', async () => {
    const owner = await world.addCustomer();
    const hash = createHash('sha256').update(owner.token).digest('base64url');
    expect((await world.ask(`hws_${hash}`, 'GET', '/auth/session')).status).toBe(401);
  });

  test('is not read from the address, a cookie or another scheme', async () => {
    const { token } = await world.addCustomer();
    for (const headers of [
      { cookie: `token=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
    ]) {
      const answer = await world.app.inject({
        url: `/api/v1/auth/session?token=${token}&access_token=${token}`,
        headers,
      });
      expect(answer.statusCode).toBe(401);
    }
  });
});

describe('logging out', () => {
  test('refuses the very next request, and leaves the person’s other sessions alone', async () => {
    const owner = await world.addCustomer();
    const second = await signIn(owner);
    const { status, body } = await world.ask(owner, 'POST', '/auth/logout');
    expect({ status, body }).toEqual({ status: 200, body: { result: 'success', message: 'Signed out.' } });
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(401);
    expect((await world.ask(owner, 'POST', '/auth/logout')).status).toBe(401);
    expect((await world.ask(second, 'GET', '/auth/session')).status).toBe(200);
  });

  test('closes the event streams of that session within two seconds, and no other', async () => {
    const owner = await world.addCustomer();
    const second = await signIn(owner);
    const streams = await Promise.all([owner.token, owner.token, second].map((token) => openStream(world, token)));
    const before = performance.now();
    await world.ask(owner, 'POST', '/auth/logout');
    await Promise.all([streams[0]!.ended, streams[1]!.ended]);
    expect(performance.now() - before).toBeLessThan(2000);
    const open = await Promise.race([
      streams[2]!.ended.then(() => 'ended'),
      new Promise((r) => setTimeout(r, 200, 'open')),
    ]);
    expect(open).toBe('open');
    streams[2]!.close();
  });
});

test('sessions and counters that have run out are swept away, others stay', async () => {
  const owner = await world.addCustomer();
  const late = await world.addContact(owner.customerId);
  await world.database.ownerPool.query("update sessions set expires_at = now() - interval '1 s' where user_id = $1", [
    late.userId,
  ]);
  await world.database.ownerPool.query(
    `insert into attempt_limits values ('old', 1, now() - interval '1 s'), ('new', 1, now() + interval '1 min')`,
  );
  await sweepSessions(world.database);
  const left = async (text: string) => (await world.database.ownerPool.query(text, [late.userId])).rowCount;
  expect(await left('select from sessions where user_id = $1')).toBe(0);
  expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(200);
  const { rows } = await world.database.ownerPool.query(
    `select subject from attempt_limits where subject in ('old', 'new')`,
  );
  expect(rows).toEqual([{ subject: 'new' }]);
});
