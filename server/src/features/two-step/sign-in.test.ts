import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Authenticator, stopClock, switchOn, untilNextCode } from '../../testing/authenticator.ts';
import { type Person, password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
let owner: Person;
let phone: Authenticator;
beforeEach(async () => {
  stopClock();
  await world.database.ownerPool.query('delete from attempt_limits');
  owner = await world.addCustomer();
  phone = await switchOn(world, owner);
});
afterAll(() => vi.useRealTimers());

const signIn = (login: object = {}) =>
  world.ask(null, 'POST', '/auth/login', { email: owner.email, password, ...login });
const wrongCode = () => (phone.code() === '000000' ? '000001' : '000000');
const onField = (code: string) => ({ status: 401, body: { code, errors: [{ field: 'code' }] } });
const sessions = async () =>
  (await world.database.ownerPool.query('select from sessions where user_id = $1', [owner.userId])).rowCount;

describe('signing in while two-step sign-in is on', () => {
  test('asks for the code once the password is right, and opens nothing before it', async () => {
    const before = await sessions();
    const asked = await signIn();
    expect(asked).toMatchObject({
      status: 401,
      body: { code: 'code_required', message: 'Enter the code from your authenticator app.' },
    });
    expect(await signIn({ code: wrongCode() })).toMatchObject(onField('invalid_code'));
    expect(await signIn({ code: '' })).toMatchObject({ status: 401, body: { code: 'code_required' } });
    expect(await sessions()).toBe(before);
    const { status, body } = await signIn({ code: phone.code() });
    expect(status).toBe(200);
    expect((await world.ask(body.token, 'GET', '/auth/session')).status).toBe(200);
  });

  test('by a wrong password tells nothing of it, whatever code comes along', async () => {
    const plain = await world.addCustomer();
    const wrong = { password: 'wrong' };
    const answers = [
      await signIn(wrong),
      await signIn({ ...wrong, code: phone.code() }),
      await signIn({ ...wrong, code: wrongCode() }),
      await signIn({ ...wrong, email: plain.email }),
      await signIn({ ...wrong, email: 'nobody@example.test' }),
    ];
    const words = answers.map(({ status, body }) => ({ status, ...body, requestId: '' }));
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(words[0]).toMatchObject({ status: 401, code: 'invalid_credentials' });
    // Nor was the right code used up by it.
    expect((await signIn({ code: phone.code() })).status).toBe(200);
  });

  test('takes a code once, and none from before it', async () => {
    const earlier = phone.code();
    untilNextCode();
    const code = phone.code();
    expect((await signIn({ code })).status).toBe(200);
    expect(await signIn({ code })).toMatchObject(onField('invalid_code'));
    expect(await signIn({ code: earlier })).toMatchObject(onField('invalid_code'));
    untilNextCode();
    expect((await signIn({ code: phone.code() })).status).toBe(200);
  });

  test('takes a code once, also when two come at once', async () => {
    const code = phone.code();
    const answers = await Promise.all([signIn({ code }), signIn({ code }), signIn({ code })]);
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
  });

  test.each([-30, 30])('takes the code of a clock that is %i seconds off', async (seconds) => {
    // The one 30 seconds before was used to switch it on.
    untilNextCode();
    vi.setSystemTime(Date.now() + seconds * 1000);
    const code = phone.code();
    vi.setSystemTime(Date.now() - seconds * 1000);
    expect((await signIn({ code })).status).toBe(200);
  });

  test('takes a code with spaces, as apps show it', async () => {
    const code = phone.code().replace(/^.../, '$& ');
    expect((await signIn({ code: ` ${code} ` })).status).toBe(200);
  });

  test('somebody else’s code is a wrong one', async () => {
    const other = await world.addCustomer();
    const theirs = await switchOn(world, other);
    expect(await signIn({ code: theirs.code() })).toMatchObject(onField('invalid_code'));
    expect(await signIn({ code: theirs.recoveryCodes[0] })).toMatchObject(onField('invalid_code'));
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is typed, and its owner is told how many are left', async () => {
    const [first = '', second = ''] = phone.recoveryCodes;
    expect((await signIn({ code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(200);
    expect(await signIn({ code: first })).toMatchObject(onField('invalid_code'));
    const { status, body } = await signIn({ code: second });
    expect(status).toBe(200);
    expect((await world.ask(body.token, 'GET', '/auth/two-step')).body.recoveryCodesLeft).toBe(8);
    const told = (await readMailbox(world, owner.email)).filter(({ template }) => template === 'recovery-code-used');
    expect(told.map(({ text }) => /Codes left: (\d+)/.exec(text)?.[1])).toEqual(['9', '8']);
    const { rows } = await world.database.ownerPool.query(
      `select actor_name from activity where customer_id = $1 and action = 'two-step.recovery-code-used'`,
      [owner.customerId],
    );
    expect(rows).toEqual([{ actor_name: 'Ada Owner' }, { actor_name: 'Ada Owner' }]);
  });

  test('of three at once with one code one gets in', async () => {
    const [code] = phone.recoveryCodes;
    const answers = await Promise.all([signIn({ code }), signIn({ code }), signIn({ code })]);
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
  });
});

describe('guessing codes', () => {
  test('ends after ten attempts in 15 minutes, however many come at once, and the right code waits as well', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn({ code: wrongCode() })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect((await signIn({ code: phone.code() })).status).toBe(429);
  });

  test('is counted for the person: a new password, another address or the step-up give no more of it', async () => {
    for (let n = 0; n < 9; n++) await signIn({ code: wrongCode() });
    await world.database.ownerPool.query(`delete from attempt_limits where subject like 'login %'`);
    const stepUp = () => world.ask(owner, 'POST', '/auth/step-up', { password, code: wrongCode() });
    expect((await stepUp()).status).toBe(401);
    expect((await stepUp()).status).toBe(429);
    expect((await signIn({ code: phone.code() })).status).toBe(429);
  });

  test('being asked for the code counts until the sign-in has succeeded, which gives both attempts back', async () => {
    const counted = async () =>
      (
        await world.database.ownerPool.query(
          'select attempts from attempt_limits where subject like $1 order by subject',
          [`login %account ${owner.email}`],
        )
      ).rows.map(({ attempts }) => attempts);
    await signIn();
    expect(await counted()).toEqual([1, 1]);
    await signIn({ code: wrongCode() });
    expect(await counted()).toEqual([2, 2]);
    expect((await signIn({ code: phone.code() })).status).toBe(200);
    expect(await counted()).toEqual([1, 1]);
    for (let n = 0; n < 9; n++) expect((await signIn()).status).toBe(401);
    expect((await signIn()).status).toBe(429);
  });
});

describe('no way round the code', () => {
  test('is there: signing in alone opens sessions', () => {
    const src = join(import.meta.dirname, '../..');
    const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', 'testing/**'] });
    const found = (pattern: RegExp) =>
      files.filter((file) => pattern.test(readFileSync(join(src, file), 'utf8'))).toSorted();
    expect(found(/insertInto\('sessions'\)|insert into sessions/)).toEqual(['features/account/sessions.ts']);
    expect(found(/\bopenSession\(/)).toEqual(['features/account/sessions.ts', 'features/account/sign-in.ts']);
  });

  test('a new password by a mailed link leaves it on', async () => {
    await world.ask(null, 'POST', '/auth/forgot-password', { email: owner.email });
    const mails = await readMailbox(world, owner.email);
    const key = mails.flatMap(({ text }) => /reset-password#(\S+)/.exec(text)?.[1] ?? [])[0];
    const chosen = { password: 'another good password', confirmation: 'another good password' };
    const reset = await world.ask(null, 'POST', '/auth/reset-password', { key, ...chosen });
    expect(reset.status).toBe(200);
    expect(reset.body).not.toHaveProperty('token');
    expect((await signIn({ password: chosen.password })).body.code).toBe('code_required');
    expect((await signIn({ password: chosen.password, code: phone.code() })).status).toBe(200);
  });

  test('a new password for an address that nobody had proven ends it: its owner is not asked for a stranger’s code', async () => {
    await world.database.ownerPool.query('update users set email_verified = false where id = $1', [owner.userId]);
    await world.ask(null, 'POST', '/auth/forgot-password', { email: owner.email });
    const key = await readMailedLink(world, owner.email, 'reset-password');
    const chosen = { password: 'another good password', confirmation: 'another good password' };
    await world.ask(null, 'POST', '/auth/reset-password', { key, ...chosen });
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(401);
    const { status, body } = await signIn({ password: chosen.password });
    expect(status).toBe(200);
    expect((await world.ask(body.token, 'GET', '/auth/two-step')).body).toMatchObject({
      enabled: false,
      recoveryCodesLeft: 0,
    });
  });
});
