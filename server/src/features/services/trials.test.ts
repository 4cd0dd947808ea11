import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { runWords } from '../../testing/run-command.ts';
import { runJob } from '../../testing/run-job.ts';
import { addZone } from '../../testing/zones.ts';
import { commands } from './commands.ts';

const world = useWorld();
const wish = { product: 'trial-cdn', domain: 'first.example' };
let owner: Person;
beforeEach(async () => {
  owner = await world.addCustomer({ services: 0 });
});

const follow = () => runJob(world, 'follow-trials');
const start = async () => (await world.ask(owner, 'POST', '/services', wish)).body.service;
const read = async (id: number) => (await world.ask(owner, 'GET', `/services/${id}`)).body.service;
const templates = async () => (await readMailbox(world, owner.email)).map(({ template }) => template);
/** As if so much of the trial had passed that this is left. */
const leave = (id: number, left: string) =>
  world.database.ownerPool.query(
    `update services set trial_ends_at = now() + $2::interval, created_at = now() + $2::interval - interval '14 days' where id = $1`,
    [id, left],
  );
const activityOf = async (id: number) =>
  (
    await world.database.ownerPool.query(
      'select actor_kind, action, changes from activity where service_id = $1 order by id',
      [id],
    )
  ).rows;

describe('the catalogue', () => {
  test('shows what can be tried, in groups, to an account that never had a service', async () => {
    const { body } = await world.ask(owner, 'GET', '/products');
    expect(body.trialAvailable).toBe(true);
    expect(body.groups).toMatchObject([
      {
        id: 'content-delivery',
        name: 'Content delivery',
        products: [
          { id: 'trial-cdn', tab: 'Trial', trialDays: 14, isCDNPlus: false },
          { id: 'trial-cdn-plus', tab: 'Trial', trialDays: 14, isCDNPlus: true },
        ],
      },
    ]);
  });

  test.each(['Active', 'Terminated'])(
    'offers no trial to an account with a service that is %s',
    async (domainstatus) => {
      const customer = await world.addCustomer({ domainstatus });
      expect((await world.ask(customer, 'GET', '/products')).body.trialAvailable).toBe(false);
    },
  );
});

describe('a trial', () => {
  test('is Active at once, ends when the product says, and is told to the account holder', async () => {
    const { status, body } = await world.ask(owner, 'POST', '/services', { ...wish, product: 'trial-cdn-plus' });
    expect(status).toBe(201);
    expect(body.service).toMatchObject({
      product: 'CDN-Plus Trial',
      domain: 'first.example',
      domainstatus: 'Active',
      isCDNPlus: true,
    });
    const days = (Date.parse(body.service.trialEndsAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.99);
    expect(days).toBeLessThanOrEqual(14);
    const [mail] = await readMailbox(world, owner.email);
    expect(mail).toMatchObject({ template: 'trial-started' });
    expect(mail!.text).toContain(`${world.settings.publicUrl}/${body.service.id}/dashboard`);
  });

  test('is had once, whichever way the first service ended', async () => {
    const { id } = await start();
    await world.database.ownerPool.query(`update services set domainstatus = 'Terminated' where id = $1`, [id]);
    const { status, body } = await world.ask(owner, 'POST', '/services', wish);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'trial_used' });
  });

  test('of many that race, one is started', async () => {
    // So that the connections are there, and nobody is through before the others have begun.
    await Promise.all(Array.from({ length: 8 }, () => world.ask(owner, 'GET', '/products')));
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.ask(owner, 'POST', '/services', wish)));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await world.ask(owner, 'GET', '/services')).body.services).toHaveLength(1);
  });

  test('of what is unknown, retired or to be paid for is refused on the product', async () => {
    const paid = ['--group', 'Paid', '--name', 'Pro', '--description', 'All of it.', '--tab', 'Paid'];
    await runWords(world, commands, 'product', 'create', '--id', 'pro', ...paid);
    const old = ['--group', 'Old', '--name', 'Old', '--description', 'Gone.', '--tab', 'Trial', '--trial-days', '7'];
    await runWords(world, commands, 'product', 'create', '--id', 'old', ...old);
    await runWords(world, commands, 'product', 'retire', '--id', 'old');
    for (const product of ['nothing', 'pro', 'old', '']) {
      const { status, body } = await world.ask(owner, 'POST', '/services', { ...wish, product });
      expect({ status, field: body.errors[0].field }, product).toEqual({
        status: product === '' ? 400 : 404,
        field: 'product',
      });
    }
    expect((await world.ask(owner, 'GET', '/services')).status).toBe(404);
  });
});

describe('the end of a trial', () => {
  test('is announced once, three days before, and not to those who pay', async () => {
    const { id } = await start();
    await leave(id, '3 days 1 minute');
    await follow();
    expect(await templates()).toEqual(['trial-started']);
    await leave(id, '2 days 23 hours');
    await follow();
    await follow();
    expect(await templates()).toEqual(['trial-started', 'trial-ending']);
    expect((await read(id)).domainstatus).toBe('Active');
  });

  test('is not announced for a trial that is no longer than the notice', async () => {
    const { id } = await start();
    await world.database.ownerPool.query(
      `update services set trial_ends_at = now() + interval '2 days' where id = $1`,
      [id],
    );
    await follow();
    expect(await templates()).toEqual(['trial-started']);
  });

  test('suspends the service once, says so, and takes its zones off the edges', async () => {
    const service = await start();
    const zone = await addZone(world, { ...owner, serviceId: service.id });
    const document = async () =>
      (await world.database.ownerPool.query('select doc, seq from desired_state where key = $1', [`zone/${zone.id}`]))
        .rows[0];
    expect((await document()).doc.disabled).toBe(false);

    await leave(service.id, '-1 second');
    await Promise.all([follow(), follow()]);
    const told = await document();
    await follow();
    expect((await read(service.id)).domainstatus).toBe('Suspended');
    expect(told.doc.disabled).toBe(true);
    expect((await document()).seq).toBe(told.seq);
    expect(await templates()).toEqual(['trial-started', 'trial-ended']);
    expect(await activityOf(service.id)).toMatchObject([
      { actor_kind: 'user', action: 'service.trial-started' },
      { actor_kind: 'user', action: 'zone.created' },
      {
        actor_kind: 'system',
        action: 'service.trial-ended',
        changes: { domainstatus: { from: 'Active', to: 'Suspended' } },
      },
    ]);
  });

  test('that cannot be followed keeps no other waiting: the others are told and end, then the job fails', async () => {
    const bad = { soon: await start() };
    const nobody = owner.customerId;
    owner = await world.addCustomer({ services: 0 });
    const over = await start();
    const { ownerPool } = world.database;
    const { rows } = await ownerPool.query(
      `insert into services (customer_id, product, domain, domainstatus, trial_ends_at, created_at)
        values ($1, 'CDN Trial', 'bad.example', 'Active', now() - interval '2 hours', now() - interval '14 days'),
          ($2, 'CDN Trial', 'soon.example', 'Active', now() + interval '2 days', now() - interval '12 days') returning id`,
      [nobody, owner.customerId],
    );
    await leave(bad.soon.id, '1 day');
    await leave(over.id, '-1 hour');
    await ownerPool.query('delete from users where customer_id = $1', [nobody]);
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(follow()).rejects.toThrow('2 trials could not be followed');
    expect(said.mock.calls.map(([words]) => words)).toEqual([
      `follow-trials: service ${bad.soon.id}:`,
      `follow-trials: service ${rows[0].id}:`,
    ]);
    said.mockRestore();
    expect((await read(over.id)).domainstatus).toBe('Suspended');
    expect(await templates()).toEqual(['trial-started', 'trial-ending', 'trial-ended']);
    await ownerPool.query('delete from customers where id = $1', [nobody]);
  });

  test('is no end for a service that an operator made Active again: it is paid for now, and serves', async () => {
    const service = await start();
    const zone = await addZone(world, { ...owner, serviceId: service.id });
    await leave(service.id, '-1 second');
    await follow();
    const words = ['service', 'status', '--id', String(service.id), '--to', 'Active'];
    expect((await runWords(world, commands, ...words)).code).toBe(0);
    await follow();
    expect(await read(service.id)).toMatchObject({ domainstatus: 'Active', trialEndsAt: null });
    const { rows } = await world.database.ownerPool.query('select doc from desired_state where key = $1', [
      `zone/${zone.id}`,
    ]);
    expect(rows[0].doc.disabled).toBe(false);
    expect((await activityOf(service.id)).at(-1)).toMatchObject({
      actor_kind: 'operator',
      action: 'service.status-changed',
    });
  });
});
