import { describe, expect, test, vi } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { password, useWorld } from '../../testing/index.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const world = useWorld();
const run = (...words: string[]) => runWords(world, commands, ...words);
const signIn = async (email: string, secret: string) =>
  (await world.ask(null, 'POST', '/auth/login', { email, password: secret })).status;
const counted = async () =>
  (await world.database.ownerPool.query('select (select count(*) from customers) + (select count(*) from users) as n'))
    .rows[0].n;

describe('customer create', () => {
  test('makes an account that can sign in at once, with the password given', async () => {
    const created = await run(
      'customer',
      'create',
      '--email',
      'New@Example.test',
      '--name',
      'Nora van New',
      '--password',
      'a good password',
    );
    expect(created.code).toBe(0);
    expect(created.out).toMatch(/^customer \d+ created: new@example\.test$/);
    const { body } = await world.ask(null, 'POST', '/auth/login', {
      email: 'new@example.test',
      password: 'a good password',
    });
    expect(body.contactid).toBeNull();
    const session = await world.ask(body.token, 'GET', '/auth/session');
    expect(session.body.client).toMatchObject({ fullname: 'Nora van New', credit: '0.00' });
  });

  test('invents a password and prints it once when none is given', async () => {
    const { out } = await run('customer', 'create', '--email', 'invented@example.test', '--name', 'I');
    const [, invented] = /^password: (\S{20})$/m.exec(out)!;
    expect(await signIn('invented@example.test', invented!)).toBe(200);
  });

  test('refuses a sign-in that somebody has, and leaves nothing half made', async () => {
    const { email } = await world.addCustomer();
    const before = await counted();
    const { code, err, out } = await run('customer', 'create', '--email', email, '--name', 'Second');
    expect({ code, err, out }).toEqual({ code: 1, err: `${email} signs in somebody already.`, out: '' });
    expect(await counted()).toBe(before);
  });

  test.each([
    [['--name', 'x'], /--email is required/],
    [['--email', 'a@example.test'], /--name is required/],
    [['--email', 'nobody', '--name', 'x'], /--email: Must be an e-mail address/],
    [['--email', 'a@example.test', '--name', ''], /--name: /],
    [['--email', 'a@example.test', '--name', 'x', '--password', 'short'], /--password: Use at least 10 characters/],
  ])('refuses %j', async (words, reason) => {
    const before = await counted();
    const { code, err } = await run('customer', 'create', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
    expect(await counted()).toBe(before);
  });
});

test('customer list shows each account with its sign-in and how many services it has', async () => {
  const { customerId, email } = await world.addCustomer({ services: 3 });
  await world.addContact(customerId);
  const { code, out } = await run('customer', 'list');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith(`${customerId}\t`))).toEqual([
    `${customerId}\t${email}\tAda Owner\t3 services`,
  ]);
});

describe('password reset', () => {
  test('sets the new password, ends every session and its streams, and forgets failed attempts', async () => {
    const owner = await world.addCustomer();
    const other = await world.addCustomer();
    for (let n = 0; n < 11; n++) await signIn(owner.email, 'wrong');
    expect(await signIn(owner.email, password)).toBe(429);
    const stream = await openStream(world, owner);
    const { code, out } = await run('password', 'reset', '--email', owner.email, '--password', 'another password');
    expect({ code, out }).toEqual({ code: 0, out: `password of ${owner.email} set; 1 sessions ended` });
    await stream.ended;
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(401);
    expect((await world.ask(other, 'GET', '/auth/session')).status).toBe(200);
    expect(await signIn(owner.email, password)).toBe(401);
    expect(await signIn(owner.email, 'another password')).toBe(200);
  });

  test('invents a password that works when none is given, for contacts too', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const { out } = await run('password', 'reset', '--email', contact.email);
    expect(await signIn(contact.email, /^password: (\S+)$/m.exec(out)![1]!)).toBe(200);
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(200);
  });

  test('says so when nobody signs in as that', async () => {
    const { code, err } = await run('password', 'reset', '--email', 'nobody@example.test');
    expect({ code, err }).toEqual({ code: 1, err: 'Nobody signs in as nobody@example.test.' });
  });
});

describe('contact create', () => {
  const create = (customer: string, email: string, ...more: string[]) =>
    run('contact', 'create', '--customer', customer, '--email', email, '--name', 'Carl Contact', ...more);

  test('makes a sub-account with just the permissions named', async () => {
    const owner = await world.addCustomer();
    const { code } = await create(
      owner.email,
      'carl@example.test',
      '--permissions',
      'zones.view, services.view',
      '--password',
      password,
    );
    expect(code).toBe(0);
    const { body } = await world.ask(null, 'POST', '/auth/login', { email: 'carl@example.test', password });
    const session = await world.ask(body.token, 'GET', '/auth/session');
    expect(session.body).toMatchObject({ isSubContact: true, permissions: ['zones.view', 'services.view'] });
    expect(session.body.client.email).toBe(owner.email);
  });

  test('refuses a permission that does not exist, and a customer that does not', async () => {
    const owner = await world.addCustomer();
    const before = await counted();
    expect((await create(owner.email, 'x@example.test', '--permissions', 'zones.everything')).code).toBe(2);
    expect(await create('nobody@example.test', 'x@example.test')).toMatchObject({
      code: 1,
      err: "No customer's account holder signs in as nobody@example.test.",
    });
    expect(await counted()).toBe(before);
  });
});

test('customer create --unverified makes an account whose e-mail address is still to be verified', async () => {
  await run('customer', 'create', '--email', 'un@example.test', '--name', 'U', '--password', password, '--unverified');
  const { body } = await world.ask(null, 'POST', '/auth/login', { email: 'un@example.test', password });
  expect((await world.ask(body.token, 'GET', '/auth/session')).body.client.email_verified).toBe(false);
  // It may see that it has services, or none; everything in them waits.
  expect((await world.ask(body.token, 'GET', '/services')).body.code).toBe('no_services');
  const refused = await world.ask(body.token, 'GET', '/services/1/zones/http/pull');
  expect(refused).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  expect((await run('customer', 'verify', '--email', 'un@example.test')).code).toBe(0);
  expect((await world.ask(body.token, 'GET', '/services/1/zones/http/pull')).status).toBe(404);
});

describe('what an operator does', () => {
  test('session end signs a person out everywhere, and closes their streams', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const stream = await openStream(world, contact);
    const { code, out } = await run('session', 'end', '--email', contact.email);
    expect({ code, out }).toEqual({ code: 0, out: `1 sessions of ${contact.email} ended` });
    await stream.ended;
    expect((await world.ask(contact, 'GET', '/auth/session')).status).toBe(401);
    expect((await world.ask(owner, 'GET', '/auth/session')).status).toBe(200);
    expect((await run('session', 'end', '--email', 'nobody@example.test')).code).toBe(1);
  });

  test('stands in the customer’s activity log, with the name of the operator who did it', async () => {
    vi.stubEnv('SUDO_USER', 'olga');
    await run('customer', 'create', '--email', 'log@example.test', '--name', 'L', '--password', password);
    await run('customer', 'verify', '--email', 'log@example.test');
    await run('contact', 'create', '--customer', 'log@example.test', '--email', 'log2@example.test', '--name', 'C');
    await run('password', 'reset', '--email', 'log2@example.test');
    await run('session', 'end', '--email', 'log@example.test');
    vi.unstubAllEnvs();
    const { rows } = await world.database.ownerPool.query(
      `select actor_kind, actor_name, action from activity a join users u using (customer_id)
        where u.email = 'log@example.test' order by a.id`,
    );
    const by = { actor_kind: 'operator', actor_name: 'Operator olga' };
    expect(rows).toEqual(
      ['account.registered', 'account.verified', 'contact.created', 'password.reset', 'session.ended'].map(
        (action) => ({
          ...by,
          action,
        }),
      ),
    );
  });
});
