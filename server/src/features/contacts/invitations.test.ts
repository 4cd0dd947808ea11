import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';
import { runJob } from '../../testing/run-job.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const chosen = 'chosen by the contact';
const wishFor = (more: object = {}) => ({
  firstname: 'Ivy',
  lastname: 'Invited',
  email: `${randomUUID()}@example.test`,
  permissions: ['services.view'],
  ...more,
});
const invite = (who: Person, wish: object) => world.ask(who, 'POST', '/contacts', wish);
const linkFor = (email: string) => readMailedLink(world, email, 'invitation');
const read = (key: string) => world.ask(null, 'POST', '/auth/invitation', { key });
const accept = (key: string, more: object = {}) => {
  const body = { key, firstname: 'Ivy', password: chosen, confirmation: chosen, ...more };
  return world.ask(null, 'POST', '/auth/accept-invitation', body);
};
const signIn = async (email: string, secret = chosen) =>
  (await world.ask(null, 'POST', '/auth/login', { email, password: secret })).body.token;

const endedOf = (customerId: number) =>
  world.database.ownerPool.query(
    `select actor_kind, object_name from activity where customer_id = $1 and action = 'invitation.ended'`,
    [customerId],
  );

describe('an invitation', () => {
  test('lets the contact choose a password and come in with what they were given', async () => {
    const owner = await world.addCustomer();
    await world.ask(owner, 'PATCH', '/account', { company: 'Riverside Ltd' });
    const wish = wishFor();
    const stream = await openStream(world, owner);
    const { status, body } = await invite(owner, wish);
    expect({ status, state: body.contact.state }).toEqual({ status: 201, state: 'invited' });
    const key = await linkFor(wish.email);
    const { invitation } = (await read(key)).body;
    expect(invitation).toEqual({
      account: 'Riverside Ltd',
      email: wish.email,
      firstname: 'Ivy',
      lastname: 'Invited',
    });
    expect((await accept(key, { firstname: 'Yvonne' })).body).toMatchObject({ result: 'success', email: wish.email });
    const { id } = body.contact;
    const ofContact = () => stream.heard.filter(({ data }) => data.topic === 'contacts' && data.id === id);
    await expect.poll(ofContact).toHaveLength(2);
    stream.close();
    const token = await signIn(wish.email);
    const session = (await world.ask(token, 'GET', '/auth/session')).body;
    expect(session).toMatchObject({ isSubContact: true, permissions: ['services.view'] });
    expect(session.contact).toMatchObject({ contactid: id, firstname: 'Yvonne', lastname: '' });
    const { contact } = (await world.ask(owner, 'GET', `/contacts/${id}`)).body;
    expect(contact).toMatchObject({ state: 'active', firstname: 'Yvonne' });
  });

  test('opens nothing before it is accepted, whatever password is tried', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    await invite(owner, wish);
    for (const secret of ['', chosen, password, 'nobody has this password', 'null']) {
      expect(await signIn(wish.email, secret)).toBeUndefined();
    }
  });

  test('is accepted once, and of two at once one wins', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    await invite(owner, wish);
    const key = await linkFor(wish.email);
    const answers = await Promise.all([accept(key), accept(key)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    for (const late of [await accept(key), await read(key)]) expect(late.body.code).toBe('key_expired');
  });

  test('ends after seven days, when it is sent once more, when the contact is suspended and when it is removed', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    const { id } = (await invite(owner, wish)).body.contact;
    const first = await linkFor(wish.email);
    expect((await world.ask(owner, 'POST', `/contacts/${id}/invitation`)).status).toBe(202);
    expect((await accept(first)).body.code).toBe('key_expired');
    const second = await linkFor(wish.email);
    await world.ask(owner, 'PATCH', `/contacts/${id}`, { suspended: true });
    expect((await accept(second)).body.code).toBe('key_expired');
    expect((await world.ask(owner, 'POST', `/contacts/${id}/invitation`)).body.code).toBe('conflict');
    await world.ask(owner, 'PATCH', `/contacts/${id}`, { suspended: false });
    const days = (back: string) =>
      world.database.ownerPool.query(
        'update one_time_keys set expires_at = expires_at - $2::interval where user_id = $1',
        [id, back],
      );
    await days('6 days 23 hours');
    expect((await read(second)).status).toBe(200);
    await days('1 hour');
    expect((await read(second)).body.code).toBe('key_expired');
    await world.ask(owner, 'POST', `/contacts/${id}/invitation`);
    const third = await linkFor(wish.email);
    await world.ask(owner, 'DELETE', `/contacts/${id}`);
    expect((await accept(third)).body.code).toBe('key_expired');
  });

  test('is not sent once more when it was accepted', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { status, body } = await world.ask(owner, 'POST', `/contacts/${contact.userId}/invitation`);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(await readMailbox(world, contact.email)).toEqual([]);
  });

  test('is sent once more to whoever asks for a new password instead, and says what they would join', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    const { id } = (await invite(owner, wish)).body.contact;
    const first = await linkFor(wish.email);
    await world.database.ownerPool.query('delete from emails');
    await world.ask(null, 'POST', '/auth/forgot-password', { email: wish.email });
    expect(await readMailbox(world, wish.email)).toMatchObject([
      { template: 'contact-invitation', text: expect.stringContaining('to work in the account Ada Owner') },
    ]);
    expect((await accept(first)).body.code).toBe('key_expired');
    expect((await accept(await linkFor(wish.email))).status).toBe(200);
    expect(await signIn(wish.email)).toBeDefined();
    expect((await world.ask(owner, 'GET', `/contacts/${id}`)).body.contact.state).toBe('active');
  });

  test('captures no address: whoever signs up by it has an account of their own, and the inviter is told', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    const { id } = (await invite(owner, wish)).body.contact;
    const unused = await linkFor(wish.email);
    await world.database.ownerPool.query('delete from emails');
    const stream = await openStream(world, owner);
    const signUp = { fullname: 'Ivy Herself', email: wish.email, password: chosen };
    expect((await world.ask(null, 'POST', '/auth/register', signUp)).status).toBe(202);
    expect((await readMailbox(world, wish.email)).map(({ template }) => template)).toEqual(['verify-email']);
    const session = (await world.ask(await signIn(wish.email), 'GET', '/auth/session')).body;
    expect(session).toMatchObject({ isSubContact: false, client: { fullname: 'Ivy Herself' } });
    expect((await accept(unused)).body.code).toBe('key_expired');
    expect((await world.ask(owner, 'GET', `/contacts/${id}`)).status).toBe(404);
    const heard = () => stream.heard.map(({ data }) => data);
    await expect.poll(heard).toContainEqual(expect.objectContaining({ topic: 'contacts', id }));
    stream.close();
    expect((await endedOf(owner.customerId)).rows).toEqual([{ actor_kind: 'system', object_name: 'Ivy Invited' }]);
  });

  test('accepted while its address signs up makes one person, whoever is faster', async () => {
    const owner = await world.addCustomer();
    for (let n = 0; n < 4; n++) {
      const wish = wishFor();
      await invite(owner, wish);
      const key = await linkFor(wish.email);
      const signUp = { fullname: 'Ivy Herself', email: wish.email, password: chosen };
      const register = () => world.ask(null, 'POST', '/auth/register', signUp);
      const [accepted, registered] = await Promise.all([accept(key), register()]);
      const { rows } = await world.database.ownerPool.query('select is_owner from users where email = $1', [
        wish.email,
      ]);
      expect(rows).toEqual([{ is_owner: accepted.status !== 200 }]);
      expect([200, 400]).toContain(accepted.status);
      expect(registered.status).toBe(202);
    }
  });

  test('keeps nobody from changing to its address', async () => {
    const owner = await world.addCustomer();
    const other = await world.addCustomer();
    const wish = wishFor();
    await invite(owner, wish);
    await world.ask(other, 'POST', '/account/email', { email: wish.email, password });
    const key = await readMailedLink(world, wish.email, 'confirm-email');
    expect((await world.ask(null, 'POST', '/auth/confirm-email', { key })).body.email).toBe(wish.email);
    expect((await endedOf(owner.customerId)).rows).toHaveLength(1);
  });

  test('ends for good 30 days after its last link', async () => {
    const owner = await world.addCustomer();
    const [old, sentAgain] = [wishFor(), wishFor()];
    for (const wish of [old, sentAgain]) await invite(owner, wish);
    const age = (table: string, column: string, days: number) =>
      world.database.ownerPool.query(`update ${table} set ${column} = ${column} - make_interval(days => $1)`, [days]);
    await age('users', 'created_at', 60);
    await age('one_time_keys', 'expires_at', 36);
    const sweep = async () => {
      for (const job of ['sweep-one-time-keys', 'sweep-invitations']) await runJob(world, job);
      const { contacts } = (await world.ask(owner, 'GET', '/contacts')).body;
      return contacts.slice(1).map(({ email }: { email: string }) => email);
    };
    expect(await sweep()).toEqual([old.email, sentAgain.email]);
    const [, , { id }] = (await world.ask(owner, 'GET', '/contacts')).body.contacts;
    await world.ask(owner, 'POST', `/contacts/${id}/invitation`);
    await age('one_time_keys', 'expires_at', 2);
    expect(await sweep()).toEqual([sentAgain.email]);
    expect((await endedOf(owner.customerId)).rows).toHaveLength(1);
  });

  test('by an address that somebody has is refused on its field: own people, others, and two at once', async () => {
    const owner = await world.addCustomer();
    const other = await world.addCustomer();
    const wish = wishFor();
    const taken = { status: 409, body: { code: 'email_taken', errors: [{ field: 'email' }] } };
    expect(await invite(owner, wishFor({ email: owner.email }))).toMatchObject(taken);
    expect(await invite(owner, wishFor({ email: other.email.toUpperCase() }))).toMatchObject(taken);
    const answers = await Promise.all([invite(owner, wish), invite(other, wish)]);
    expect(statusesOf(answers)).toEqual([201, 409]);
    expect(await readMailbox(world, wish.email)).toHaveLength(1);
    expect(await readMailbox(world, other.email)).toEqual([]);
  });

  test('tells ten times a day that an address is taken, however many race, then neither that nor the contrary', async () => {
    const owner = await world.addCustomer();
    const { email } = await world.addCustomer();
    const answers = await Promise.all(Array.from({ length: 14 }, () => invite(owner, wishFor({ email }))));
    expect(answers.filter(({ body }) => body.code === 'email_taken')).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'rate_limited')).toHaveLength(4);
    for (const wish of [wishFor({ email }), wishFor()]) {
      const { status, headers, body } = await invite(owner, wish);
      expect({ status, message: body.message }).toEqual({
        status: 429,
        message: 'Too many attempts. Try again in 24 hours.',
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
    }
    expect((await invite(await world.addCustomer(), wishFor())).status).toBe(201);
  });

  test('is sent 30 times an hour for one account, however many race, sending once more included', async () => {
    const owner = await world.addCustomer();
    const { id } = (await invite(owner, wishFor())).body.contact;
    await world.ask(owner, 'POST', `/contacts/${id}/invitation`);
    const answers = await Promise.all(Array.from({ length: 32 }, () => invite(owner, wishFor())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(28);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await world.ask(owner, 'POST', `/contacts/${id}/invitation`)).status).toBe(429);
    expect((await invite(await world.addCustomer(), wishFor())).status).toBe(201);
  });

  test('carries names as plain text: no HTML in the message, no header from a line break', async () => {
    const owner = await world.addCustomer();
    await world.ask(owner, 'PATCH', '/account/me', { firstname: '<i>Ada</i>' });
    const wish = wishFor({ firstname: '<img src=x onerror=alert(1)>' });
    await invite(owner, wish);
    const [mail] = await readMailbox(world, wish.email);
    expect(mail!.text).toContain('<img src=x onerror=alert(1)>');
    expect(mail!.html).not.toMatch(/<img|<i>/);
    const broken = await invite(owner, wishFor({ firstname: 'Ivy\r\nBcc: all@example.test' }));
    expect(broken).toMatchObject({ status: 400, body: { errors: [{ field: 'firstname' }] } });
  });

  test('refuses the own address, a short password and two that differ, and stays good', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    await invite(owner, wish);
    const key = await linkFor(wish.email);
    const fieldOf = async (more: object) => (await accept(key, more)).body.errors[0].field;
    expect(await fieldOf({ password: wish.email, confirmation: wish.email })).toBe('password');
    expect(await fieldOf({ password: 'short', confirmation: 'short' })).toBe('password');
    expect(await fieldOf({ confirmation: 'something else' })).toBe('confirmation');
    expect((await accept(key)).status).toBe(200);
  });

  test('stands in the activity log: who invited whom to do what, and that it was accepted', async () => {
    const owner = await world.addCustomer();
    const wish = wishFor();
    const { id } = (await invite(owner, wish)).body.contact;
    await world.ask(owner, 'POST', `/contacts/${id}/invitation`);
    await accept(await linkFor(wish.email), { lastname: 'Accepted' });
    const { rows } = await world.database.ownerPool.query(
      'select actor_kind, actor_name, action, object_name, changes from activity where customer_id = $1 order by id',
      [owner.customerId],
    );
    const by = { actor_kind: 'user', actor_name: 'Ada Owner', object_name: 'Ivy Invited' };
    expect(rows).toEqual([
      {
        ...by,
        action: 'contact.invited',
        changes: { email: { from: null, to: wish.email }, permissions: { from: null, to: ['services.view'] } },
      },
      { ...by, action: 'invitation.sent', changes: {} },
      {
        actor_kind: 'contact',
        actor_name: 'Ivy Accepted',
        object_name: 'Ivy Accepted',
        action: 'invitation.accepted',
        changes: {},
      },
    ]);
  });
});
