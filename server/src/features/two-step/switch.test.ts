import { TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seal } from '../../lib/seal.ts';
import { stopClock, switchOn, untilNextCode } from '../../testing/authenticator.ts';
import { type Person, password, useWorld } from '../../testing/index.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { runOperator } from '../../testing/run-command.ts';

const world = useWorld();
beforeEach(async () => {
  stopClock();
  await world.database.ownerPool.query('delete from attempt_limits');
});
afterAll(() => vi.useRealTimers());

const path = '/auth/two-step';
const stateOf = async (who: Person) => (await world.ask(who, 'GET', path)).body;
const prepare = (who: Person, secret = password) => world.ask(who, 'POST', path, { password: secret });
const enable = (who: Person, code: string) => world.ask(who, 'PUT', path, { code });
const disable = (who: Person, body: object) => world.ask(who, 'DELETE', path, body);
const signIn = (who: Person, more: object = {}) =>
  world.ask(null, 'POST', '/auth/login', { email: who.email, password, ...more });
const deedsOf = async ({ customerId }: Person) =>
  (
    await world.database.ownerPool.query<{ deed: string }>(
      `select actor_kind || ' ' || action as deed from activity where customer_id = $1 and action like 'two-step.%' order by id`,
      [customerId],
    )
  ).rows.map(({ deed }) => deed);
const mailsOf = async ({ email }: Person) => (await readMailbox(world, email)).map(({ subject }) => subject);
const off = { result: 'success', enabled: false, enabledAt: null, recoveryCodesLeft: 0 };

describe('switching two-step sign-in on', () => {
  test('takes the password, then a code; ten recovery codes are shown, its owner is told', async () => {
    const owner = await world.addCustomer();
    expect(await stateOf(owner)).toEqual(off);
    const { status, body } = await prepare(owner);
    expect(status).toBe(200);
    expect(body.uri).toMatch(`/Headwater:${encodeURIComponent(owner.email)}?`);
    const app = new TOTP({ secret: body.secret });
    const enabled = await enable(owner, app.generate());
    expect(enabled.status).toBe(200);
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10);
    for (const code of enabled.body.recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await stateOf(owner)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect(await deedsOf(owner)).toEqual(['user two-step.prepared', 'user two-step.enabled']);
    expect(await mailsOf(owner)).toEqual(['Two-step sign-in was switched on']);
    // The code that switched it on is used up.
    expect((await signIn(owner, { code: app.generate() })).body.code).toBe('invalid_code');
  });

  test('is refused until the address is verified, first step and last', async () => {
    const owner = await world.addCustomer();
    const { body } = await prepare(owner);
    await world.database.ownerPool.query('update users set email_verified = false where id = $1', [owner.userId]);
    const refused = { status: 403, body: { code: 'email_unverified' } };
    expect(await prepare(owner)).toMatchObject(refused);
    expect(await enable(owner, new TOTP({ secret: body.secret }).generate())).toMatchObject(refused);
    expect(await stateOf(owner)).toEqual(off);
  });

  test('is not done by a secret alone: until its first code the password signs in', async () => {
    const owner = await world.addCustomer();
    const { body } = await prepare(owner);
    const wrong = await enable(owner, new TOTP({ secret: body.secret }).generate({ timestamp: Date.now() + 120_000 }));
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_code', errors: [{ field: 'code' }] } });
    expect(await stateOf(owner)).toEqual(off);
    expect((await signIn(owner)).status).toBe(200);
  });

  test('goes by the secret that was shown last', async () => {
    const owner = await world.addCustomer();
    const [first, second] = [await prepare(owner), await prepare(owner)];
    expect((await enable(owner, new TOTP({ secret: first.body.secret }).generate())).status).toBe(401);
    expect((await enable(owner, new TOTP({ secret: second.body.secret }).generate())).status).toBe(200);
  });

  test('is refused with a wrong password, without a secret, and when it is on', async () => {
    const owner = await world.addCustomer();
    expect(await prepare(owner, 'wrong')).toMatchObject({
      status: 422,
      body: { code: 'wrong_password', errors: [{ field: 'password' }] },
    });
    expect((await enable(owner, '123456')).body.code).toBe('conflict');
    const phone = await switchOn(world, owner);
    expect((await prepare(owner)).body.code).toBe('conflict');
    expect((await enable(owner, phone.code())).body.code).toBe('conflict');
    expect(await stateOf(owner)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  });

  test('of two at once happens once: one set of codes was shown, and it is the one that works', async () => {
    const owner = await world.addCustomer();
    const { body } = await prepare(owner);
    const code = new TOTP({ secret: body.secret }).generate();
    const answers = await Promise.all([enable(owner, code), enable(owner, code), enable(owner, code)]);
    const [shown, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect((await signIn(owner, { code: shown!.body.recoveryCodes[9] })).status).toBe(200);
  });

  test('ends the other sessions, which may be somebody else’s, and keeps this one', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { body } = await signIn(owner);
    await switchOn(world, owner);
    expect((await world.ask(body.token, 'GET', '/auth/session')).status).toBe(401);
    for (const who of [owner, contact]) expect((await world.ask(who, 'GET', '/auth/session')).status).toBe(200);
  });

  test('is each person’s own matter', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const phone = await switchOn(world, contact);
    expect(await stateOf(owner)).toEqual(off);
    expect((await signIn(owner)).status).toBe(200);
    expect((await signIn(contact)).body.code).toBe('code_required');
    expect((await signIn(contact, { code: phone.code() })).status).toBe(200);
  });
});

describe('what is kept', () => {
  test('is a sealed secret, which opens for this person only, and hashes of the codes', async () => {
    const [owner, thief] = [await world.addCustomer(), await world.addCustomer()];
    const { body } = await prepare(owner);
    const app = new TOTP({ secret: body.secret });
    const { recoveryCodes } = (await enable(owner, app.generate())).body;
    const { ownerPool } = world.database;
    const { rows } = await ownerPool.query<{ secret: Buffer }>(
      'select totp_secret as secret from users where id = $1',
      [owner.userId],
    );
    expect(rows[0]!.secret.includes(Buffer.from(app.secret.bytes))).toBe(false);
    const { rows: dump } = await ownerPool.query(
      `select (select json_agg(u) from users u)::text || (select json_agg(r) from recovery_codes r)::text
        || (select json_agg(a) from activity a)::text || (select json_agg(e) from emails e)::text as text`,
    );
    for (const code of recoveryCodes) {
      for (const form of [code, code.replaceAll('-', ''), Buffer.from(code.replaceAll('-', '')).toString('hex')]) {
        expect(dump[0].text).not.toContain(form);
      }
    }
    expect(dump[0].text).not.toContain(body.secret);
    // Whoever may write rows gains nothing by copying it onto somebody else.
    await ownerPool.query('update users set totp_secret = $2, totp_enabled_at = now() where id = $1', [
      thief.userId,
      rows[0]!.secret,
    ]);
    untilNextCode();
    expect((await signIn(thief, { code: app.generate() })).body.code).toBe('invalid_code');
  });

  test('of the codes outlives the master secret: whoever has one gets in and switches it off', async () => {
    const owner = await world.addCustomer();
    const phone = await switchOn(world, owner);
    // As it looks once HEADWATER_SECRET is another one.
    await world.database.ownerPool.query('update users set totp_secret = $2 where id = $1', [
      owner.userId,
      seal('another secret of at least 32 signs', `two-step ${owner.userId}`, 'x'),
    ]);
    expect((await signIn(owner, { code: phone.code() })).body).toMatchObject({
      code: 'invalid_code',
      errors: [{ field: 'code', message: expect.stringContaining('Use a recovery code') }],
    });
    const [first, second] = phone.recoveryCodes;
    expect((await signIn(owner, { code: first })).status).toBe(200);
    expect((await disable(owner, { password, code: second })).status).toBe(200);
    expect((await signIn(owner)).status).toBe(200);
  });
});

describe('switching it off', () => {
  test('takes both the password and a code', async () => {
    const owner = await world.addCustomer();
    const phone = await switchOn(world, owner);
    const wrong = { password: 'wrong', code: phone.code() };
    expect(await disable(owner, wrong)).toMatchObject({ status: 422, body: { code: 'wrong_password' } });
    expect((await disable(owner, { password })).status).toBe(400);
    expect(await disable(owner, { password, code: '000000' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_code' },
    });
    expect((await stateOf(owner)).enabled).toBe(true);
    expect((await disable(owner, { password, code: phone.code() })).status).toBe(200);
    expect(await stateOf(owner)).toEqual(off);
    expect((await signIn(owner)).status).toBe(200);
    expect(await deedsOf(owner)).toContain('user two-step.disabled');
    expect(await mailsOf(owner)).toContain('Two-step sign-in was switched off');
    expect((await disable(owner, { password, code: phone.code() })).body.code).toBe('conflict');
  });

  test('can be done by a recovery code, and leaves nothing for the next time', async () => {
    const owner = await world.addCustomer();
    const { recoveryCodes } = await switchOn(world, owner);
    expect((await disable(owner, { password, code: recoveryCodes[0] })).status).toBe(200);
    await switchOn(world, owner);
    expect((await signIn(owner, { code: recoveryCodes[1] })).body.code).toBe('invalid_code');
  });

  test('is done by an operator for whoever lost phone and paper, and stands in the log as theirs', async () => {
    const owner = await world.addCustomer();
    await switchOn(world, owner);
    const { code, out } = await runOperator(world, 'two-step', 'off', '--email', owner.email.toUpperCase());
    expect({ code, out }).toEqual({
      code: 0,
      out: `two-step sign-in of ${owner.email} is off: the password alone signs in`,
    });
    expect((await signIn(owner)).status).toBe(200);
    expect(await deedsOf(owner)).toContain('operator two-step.disabled');
    expect(await mailsOf(owner)).toContain('Two-step sign-in was switched off');
    expect((await runOperator(world, 'two-step', 'off', '--email', owner.email)).code).toBe(1);
    expect((await runOperator(world, 'two-step', 'off', '--email', 'nobody@example.test')).code).toBe(1);
  });
});

describe('new recovery codes', () => {
  test('take the password, and end the old ones', async () => {
    const owner = await world.addCustomer();
    const { recoveryCodes: old } = await switchOn(world, owner);
    const make = (secret: string) => world.ask(owner, 'POST', `${path}/recovery-codes`, { password: secret });
    expect((await make('wrong')).body.code).toBe('wrong_password');
    expect((await signIn(owner, { code: old[0] })).status).toBe(200);
    const { status, body } = await make(password);
    expect(status).toBe(200);
    expect((await signIn(owner, { code: old[1] })).body.code).toBe('invalid_code');
    expect((await signIn(owner, { code: body.recoveryCodes[0] })).status).toBe(200);
    expect((await stateOf(owner)).recoveryCodesLeft).toBe(9);
    expect(await deedsOf(owner)).toContain('user two-step.recovery-codes-made');
  });

  test('are for those who have two-step sign-in', async () => {
    const owner = await world.addCustomer();
    const { body } = await world.ask(owner, 'POST', `${path}/recovery-codes`, { password });
    expect(body.code).toBe('conflict');
    expect(await stateOf(owner)).toEqual(off);
  });
});

test('passwords are tried ten times in 15 minutes, wherever they are asked for', async () => {
  const owner = await world.addCustomer();
  const tries = [
    () => prepare(owner, 'wrong'),
    () => disable(owner, { password: 'wrong', code: '1' }),
    () => world.ask(owner, 'POST', '/auth/step-up', { password: 'wrong' }),
    () => world.ask(owner, 'POST', `${path}/recovery-codes`, { password: 'wrong' }),
  ];
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => tries[n % 4]!()));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  expect((await prepare(owner)).status).toBe(429);
});
