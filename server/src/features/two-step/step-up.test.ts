import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stopClock, switchOn } from '../../testing/authenticator.ts';
import { type Person, password, useWorld } from '../../testing/index.ts';

const world = useWorld();
let owner: Person;
beforeEach(async () => {
  stopClock();
  await world.database.ownerPool.query('delete from attempt_limits');
  owner = await world.addCustomer();
});
afterAll(() => vi.useRealTimers());

const age = (who: Person, minutes: number) =>
  world.database.ownerPool.query(
    `update sessions set stepped_up_at = now() - make_interval(secs => $2) where user_id = $1`,
    [who.userId, minutes * 60],
  );
const invite = async (who: Person | string) =>
  world.ask(who, 'POST', '/contacts', {
    firstname: 'Ivy',
    email: `${crypto.randomUUID()}@example.test`,
    permissions: [],
  });
const stepUp = (who: Person | string, more: object = {}) =>
  world.ask(who, 'POST', '/auth/step-up', { password, ...more });
const refused = {
  status: 403,
  body: { code: 'step_up_required', message: 'Enter your password once more to do this.' },
};

describe('a password that was given', () => {
  test('counts for ten minutes', async () => {
    await age(owner, 9.5);
    expect((await invite(owner)).status).toBe(201);
    await age(owner, 10.5);
    expect(await invite(owner)).toMatchObject(refused);
  });

  test('counts anew when it is given once more, for this session only', async () => {
    const { body } = await world.ask(null, 'POST', '/auth/login', { email: owner.email, password });
    await age(owner, 60);
    expect((await stepUp(owner)).status).toBe(200);
    expect((await invite(owner)).status).toBe(201);
    expect(await invite(body.token)).toMatchObject(refused);
  });

  test('by signing in counts as well', async () => {
    await age(owner, 60);
    const { body } = await world.ask(null, 'POST', '/auth/login', { email: owner.email, password });
    expect((await invite(body.token)).status).toBe(201);
  });

  test('that is wrong counts for nothing', async () => {
    await age(owner, 60);
    expect(await stepUp(owner, { password: 'wrong' })).toMatchObject({
      status: 422,
      body: { code: 'wrong_password', errors: [{ field: 'password' }] },
    });
    expect(await invite(owner)).toMatchObject(refused);
  });

  test('is not enough while two-step sign-in is on', async () => {
    const phone = await switchOn(world, owner);
    await age(owner, 60);
    expect((await stepUp(owner)).body.code).toBe('code_required');
    expect((await stepUp(owner, { code: '000000' })).body.code).toBe('invalid_code');
    expect(await invite(owner)).toMatchObject(refused);
    expect((await stepUp(owner, { code: phone.code() })).status).toBe(200);
    expect((await invite(owner)).status).toBe(201);
  });
});

test('a key has no password to give: what asks for one is closed to it', async () => {
  const { token } = await world.addKey(owner);
  await age(owner, 60);
  for (const answer of [await invite(token), await stepUp(token)]) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
});
