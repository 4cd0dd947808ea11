import { describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { useWorld } from '../../testing/index.ts';

const world = useWorld();
const newestActivity = async (customerId: number) =>
  (
    await world.database.ownerPool.query(
      'select actor_kind, actor_name, action, object_name, changes from activity where customer_id = $1 order by id desc limit 1',
      [customerId],
    )
  ).rows[0];

describe('the account', () => {
  test('is renamed by who may, in the log and in the browsers of all', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['account.manage']);
    const stream = await openStream(world, owner);
    const company = '<script>alert(1)</script> & Söhne';
    const { status, body, headers } = await world.ask(contact, 'PATCH', '/account', { company });
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ fullname: 'Ada Owner', company, email: owner.email, revision: 2 });
    expect(headers.etag).toBe('"2"');
    await stream.waitFor(({ data }) => data.topic === 'account');
    stream.close();
    expect(await newestActivity(owner.customerId)).toEqual({
      actor_kind: 'contact',
      actor_name: 'Ada Contact',
      action: 'account.changed',
      object_name: 'Ada Owner',
      changes: { company: { from: '', to: company } },
    });
  });

  test('is not overwritten by who looked at an older version; of many at once one wins', async () => {
    const owner = await world.addCustomer();
    const rename = (fullname: string) => world.ask(owner, 'PATCH', '/account', { fullname }, { 'if-match': '"1"' });
    // Connections that are open already: those that are opened one by one hardly race.
    await Promise.all(Array.from({ length: 8 }, () => world.ask(owner, 'GET', '/auth/sessions')));
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => rename(`Number ${n}`)));
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [`Number ${n}`] : []));
    expect(won).toHaveLength(1);
    const { profile } = (await world.ask(owner, 'GET', '/account')).body;
    expect(profile.account).toMatchObject({ fullname: won[0], revision: 2 });
    expect((await rename('Late')).body.code).toBe('stale');
    expect((await world.ask(owner, 'PATCH', '/account', { fullname: 'No matter' })).status).toBe(200);
  });

  test('tells its version where it is read: a change sends it back', async () => {
    const owner = await world.addCustomer();
    await world.ask(owner, 'PATCH', '/account', { company: 'First' });
    const { headers } = await world.ask(owner, 'GET', '/account');
    expect(headers.etag).toBe('"2"');
    const change = (company: string) =>
      world.ask(owner, 'PATCH', '/account', { company }, { 'if-match': String(headers.etag) });
    expect((await change('Second')).status).toBe(200);
    expect((await change('Third')).status).toBe(412);
  });

  test('and its people stay as they are when nothing would be different: no revision, nothing in the log', async () => {
    const owner = await world.addCustomer();
    for (const wish of [{}, { fullname: 'Ada Owner', company: '' }]) {
      expect((await world.ask(owner, 'PATCH', '/account', wish)).body.account.revision).toBe(1);
    }
    for (const wish of [{}, { firstname: 'Ada', lastname: 'Owner' }]) {
      expect((await world.ask(owner, 'PATCH', '/account/me', wish)).status).toBe(200);
    }
    expect(await newestActivity(owner.customerId)).toBeUndefined();
  });

  test.each([
    [{ fullname: ' ' }, 'fullname'],
    [{ fullname: 'A\nB' }, 'fullname'],
    [{ company: 'x'.repeat(201) }, 'company'],
  ])('refuses %j on the field %s', async (wish, field) => {
    const owner = await world.addCustomer();
    const { status, body } = await world.ask(owner, 'PATCH', '/account', wish);
    expect({ status, field: body.errors[0].field }).toEqual({ status: 400, field });
  });
});

test('a person changes their own name and nobody else’s', async () => {
  const owner = await world.addCustomer();
  const contact = await world.addContact(owner.customerId);
  const { body } = await world.ask(contact, 'PATCH', '/account/me', { firstname: 'Carla', lastname: '' });
  expect(body.profile.person).toMatchObject({ isOwner: false, firstname: 'Carla', lastname: '' });
  expect((await world.ask(owner, 'GET', '/account')).body.profile.person.firstname).toBe('Ada');
  expect(await newestActivity(owner.customerId)).toMatchObject({
    action: 'profile.changed',
    changes: { firstname: { from: 'Ada', to: 'Carla' }, lastname: { from: 'Contact', to: '' } },
  });
});

describe('alerts', () => {
  const alertsOf = async (who: Parameters<typeof world.ask>[0]) =>
    (await world.ask(who, 'GET', '/auth/session')).body.client.alerts;
  const setTrial = (serviceId: number, ends: string, domainstatus = 'Active') =>
    world.database.ownerPool.query(
      'update services set trial_ends_at = now() + $2::interval, domainstatus = $3 where id = $1',
      [serviceId, ends, domainstatus],
    );

  test('tell of a trial from three days before its end, in words that stay the same', async () => {
    const owner = await world.addCustomer();
    await setTrial(owner.serviceId, '73 hours');
    expect(await alertsOf(owner)).toEqual([]);
    await setTrial(owner.serviceId, '71 hours');
    const [alert] = await alertsOf(owner);
    expect(alert).toEqual({
      id: `trial-ending-${owner.serviceId}`,
      message: expect.stringMatching(/^Your trial of CDN for d0\.example ends on \d{1,2} \w+ \d{4}\.$/),
      linkText: 'Open the service',
      link: `/${owner.serviceId}`,
      severity: 'warning',
    });
    expect(await alertsOf(owner)).toEqual([alert]);
  });

  test('tell of one that has ended, until the service is cancelled or paid for', async () => {
    const owner = await world.addCustomer();
    await setTrial(owner.serviceId, '-1 hour', 'Suspended');
    expect(await alertsOf(owner)).toMatchObject([
      { id: `trial-ended-${owner.serviceId}`, link: '/home', severity: 'danger' },
    ]);
    await setTrial(owner.serviceId, '-1 hour', 'Cancelled');
    expect(await alertsOf(owner)).toEqual([]);
    await world.database.ownerPool.query('update services set trial_ends_at = null where id = $1', [owner.serviceId]);
    expect(await alertsOf(owner)).toEqual([]);
  });

  test('name services only to those who may see them, and never another customer’s', async () => {
    const owner = await world.addCustomer();
    await setTrial(owner.serviceId, '1 hour');
    const [blind, seeing] = await Promise.all([
      world.addContact(owner.customerId, ['zones.view']),
      world.addContact(owner.customerId, ['services.view']),
    ]);
    expect(await alertsOf(blind)).toEqual([]);
    expect(await alertsOf(seeing)).toHaveLength(1);
    expect(await alertsOf(await world.addCustomer())).toEqual([]);
  });
});
