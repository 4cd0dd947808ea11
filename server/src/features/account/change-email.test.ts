import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, password, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox, readMailedLink } from '../../testing/mailbox.ts';

const world = useWorld();
beforeEach(() => world.database.ownerPool.query('delete from attempt_limits'));

const newEmail = () => `${randomUUID()}@example.test`;
const change = (who: Person, email: string, secret = password) =>
  world.ask(who, 'POST', '/account/email', { email, password: secret });
const confirm = (key: string) => world.ask(null, 'POST', '/auth/confirm-email', { key });
const profileOf = async (who: Person) => (await world.ask(who, 'GET', '/account')).body.profile;
const signIn = async (email: string) =>
  (await world.ask(null, 'POST', '/auth/login', { email, password })).status === 200;

describe('another address to sign in by', () => {
  test('waits until the link sent to it is followed, then the old mailbox is told', async () => {
    const owner = await world.addCustomer();
    const email = newEmail();
    expect((await change(owner, ` ${email.toUpperCase()}`)).status).toBe(202);
    expect((await profileOf(owner)).person).toMatchObject({ email: owner.email, pendingEmail: email });
    expect(await signIn(email)).toBe(false);
    const { status, body } = await confirm(await readMailedLink(world, email, 'confirm-email'));
    expect({ status, email: body.email }).toEqual({ status: 200, email });
    expect(await Promise.all([signIn(email), signIn(owner.email)])).toEqual([true, false]);
    const profile = await profileOf(owner);
    expect(profile.person).toMatchObject({ email, pendingEmail: null, email_verified: true });
    expect(profile.account.email).toBe(email);
    expect(await readMailbox(world, owner.email)).toMatchObject([
      { template: 'email-changed', text: expect.stringContaining(email) },
    ]);
  });

  test('of a contact is their own matter: the account holder’s stays', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const email = newEmail();
    await change(contact, email);
    await confirm(await readMailedLink(world, email, 'confirm-email'));
    const profile = await profileOf(contact);
    expect(profile.person).toMatchObject({ isOwner: false, email });
    expect(profile.account.email).toBe(owner.email);
  });

  test('asks for the password, and stands on the field of what is wrong', async () => {
    const owner = await world.addCustomer();
    const wrong = await change(owner, newEmail(), 'wrong');
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_password', errors: [{ field: 'password' }] } });
    const same = await change(owner, owner.email);
    expect(same).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } });
    expect((await profileOf(owner)).person.pendingEmail).toBeNull();
  });

  test('that is somebody’s already is answered alike, shown alike and listed alike: only its mailbox is told', async () => {
    const owner = await world.addCustomer();
    const taken = (await world.addCustomer()).email;
    const free = newEmail();
    const seen = [];
    for (const email of [free, taken]) {
      const asker = await world.addContact(owner.customerId, ['emails.view', 'activity.view']);
      const { status, body, headers } = await change(asker, email);
      const mails = await world.ask(asker, 'GET', '/emails');
      seen.push({
        status,
        headers: Object.keys(headers),
        body: JSON.stringify(body).replace(email, 'ADDRESS'),
        pending: (await profileOf(asker)).person.pendingEmail === email,
        mails: mails.body.total,
      });
    }
    expect(seen[0]).toMatchObject({ status: 202, pending: true, mails: 0 });
    expect(seen[1]).toEqual(seen[0]);
    expect((await readMailbox(world, taken)).map(({ template }) => template)).toEqual(['already-registered']);
    expect((await readMailbox(world, free)).map(({ template }) => template)).toEqual(['change-email']);
  });

  test('that somebody took in the meantime is refused, and nothing changes', async () => {
    const owner = await world.addCustomer();
    const email = newEmail();
    await change(owner, email);
    await world.ask(null, 'POST', '/auth/register', { fullname: 'Faster', email, password });
    const { status, body } = await confirm(await readMailedLink(world, email, 'confirm-email'));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'email_taken' });
    expect((await profileOf(owner)).person.email).toBe(owner.email);
  });

  test('is confirmed once, by the newest link, within a day', async () => {
    const owner = await world.addCustomer();
    const [first, second] = [newEmail(), newEmail()];
    await change(owner, first);
    const replaced = await readMailedLink(world, first, 'confirm-email');
    await change(owner, second);
    expect((await confirm(replaced)).body.code).toBe('key_expired');
    const key = await readMailedLink(world, second, 'confirm-email');
    const answers = await Promise.all([confirm(key), confirm(key)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect((await confirm(key)).body.code).toBe('key_expired');
    const third = newEmail();
    await change(owner, third);
    await world.database.ownerPool.query(`update one_time_keys set expires_at = expires_at - interval '1 day'`);
    expect((await profileOf(owner)).person.pendingEmail).toBeNull();
    expect((await confirm(await readMailedLink(world, third, 'confirm-email'))).body.code).toBe('key_expired');
  });

  test('ends the links that went to the old mailbox', async () => {
    const owner = await world.addCustomer();
    await world.ask(null, 'POST', '/auth/forgot-password', { email: owner.email });
    const old = await readMailedLink(world, owner.email, 'reset-password');
    const email = newEmail();
    await change(owner, email);
    await confirm(await readMailedLink(world, email, 'confirm-email'));
    const again = { key: old, password: 'by the old link', confirmation: 'by the old link' };
    expect((await world.ask(null, 'POST', '/auth/reset-password', again)).body.code).toBe('key_expired');
  });

  test('is asked for five times an hour', async () => {
    const owner = await world.addCustomer();
    const answers = await Promise.all(Array.from({ length: 7 }, () => change(owner, newEmail())));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('stands in the activity log when it is asked for and when it is changed', async () => {
    const owner = await world.addCustomer();
    const email = newEmail();
    await change(owner, email);
    await confirm(await readMailedLink(world, email, 'confirm-email'));
    const { rows } = await world.database.ownerPool.query(
      'select action, changes from activity where customer_id = $1 order by id',
      [owner.customerId],
    );
    const changes = { email: { from: owner.email, to: email } };
    expect(rows).toEqual([
      { action: 'email.change-requested', changes },
      { action: 'email.changed', changes },
    ]);
  });
});
