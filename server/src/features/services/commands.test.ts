import { describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const world = useWorld();
const run = (...words: string[]) => runWords(world, commands, 'service', 'create', ...words);
const bought = ['--product', 'CDN Plus', '--domain', 'shop.example'];

describe('service create', () => {
  test('gives the customer a service that they see', async () => {
    const owner = await world.addCustomer({ services: 0 });
    const { code, out } = await run(
      '--email',
      owner.email.toUpperCase(),
      ...bought,
      '--status',
      'Pending',
      '--cdn-plus',
    );
    expect(code).toBe(0);
    const { body } = await world.ask(owner, 'GET', '/services');
    expect(out).toBe(`service ${body.services[0].id} created for ${owner.email}`);
    expect(body.services).toMatchObject([
      { product: 'CDN Plus', domain: 'shop.example', domainstatus: 'Pending', isCDNPlus: true },
    ]);
  });

  test('is Active and not limited unless told otherwise', async () => {
    const owner = await world.addCustomer({ services: 0 });
    await run('--email', owner.email, ...bought);
    const { body } = await world.ask(owner, 'GET', '/services');
    expect(body.services).toMatchObject([{ domainstatus: 'Active', isCDNPlus: false }]);
  });

  test('is for account holders: a contact or a stranger is refused', async () => {
    const owner = await world.addCustomer({ services: 0 });
    const contact = await world.addContact(owner.customerId);
    for (const email of [contact.email, 'nobody@example.test']) {
      const { code, err } = await run('--email', email, ...bought);
      expect({ code, err }).toEqual({ code: 1, err: `No customer's account holder signs in as ${email}.` });
    }
  });

  test.each([
    [['--email', 'a@example.test'], /--product is required\.\n--domain is required\./],
    [['--email', 'x', ...bought], /--email: Must be an e-mail address/],
    [['--email', 'a@example.test', ...bought, '--status', 'active'], /--status: Must be one of: /],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });
});

describe('service create and service status', () => {
  test('stand in the customer’s activity log as the operator’s doing', async () => {
    const owner = await world.addCustomer({ services: 0 });
    await run('--email', owner.email, ...bought);
    const { body } = await world.ask(owner, 'GET', '/services');
    const id = String(body.services[0].id);
    await runWords(world, commands, 'service', 'status', '--id', id, '--to', 'Suspended');
    const log = await world.ask(owner, 'GET', '/activity-log');
    expect(log.body.activity).toMatchObject([
      {
        actor: { kind: 'operator', name: expect.stringMatching(/^Operator \S/) },
        action: 'service.status-changed',
        object: { type: 'service', id, name: 'shop.example' },
        changes: { domainstatus: { from: 'Active', to: 'Suspended' } },
      },
      { actor: { kind: 'operator' }, action: 'service.created' },
    ]);
  });

  test('say when there is nothing to do', async () => {
    const owner = await world.addCustomer();
    const set = (id: number, to: string) =>
      runWords(world, commands, 'service', 'status', '--id', String(id), '--to', to);
    expect(await set(owner.serviceId, 'Active')).toMatchObject({
      code: 1,
      err: `Service ${owner.serviceId} is Active already.`,
    });
    expect(await set(999_999, 'Active')).toMatchObject({ code: 1, err: 'There is no service 999999.' });
    expect((await set(owner.serviceId, 'Pending')).code).toBe(2);
  });
});

describe('products', () => {
  const product = (...words: string[]) => runWords(world, commands, 'product', ...words);
  const trial = ['--group', 'Video', '--name', 'Video Trial', '--description', 'Try it.', '--tab', 'Trial'];

  test('are created, listed for customers in their order, and retired', async () => {
    const owner = await world.addCustomer();
    const options = [...trial, '--trial-days', '7', '--features', 'One; Two ;', '--position', '0'];
    expect(await product('create', '--id', 'trial-video', ...options)).toMatchObject({ code: 0 });
    const { body } = await world.ask(owner, 'GET', '/products');
    expect(body.groups[0]).toEqual({
      id: 'video',
      name: 'Video',
      products: [
        {
          id: 'trial-video',
          name: 'Video Trial',
          description: 'Try it.',
          tab: 'Trial',
          features: ['One', 'Two'],
          isCDNPlus: false,
          trialDays: 7,
        },
      ],
    });
    expect(await product('create', '--id', 'trial-video', ...options)).toMatchObject({
      code: 1,
      err: 'There is a product trial-video already.',
    });

    expect((await product('retire', '--id', 'trial-video')).code).toBe(0);
    expect(JSON.stringify((await world.ask(owner, 'GET', '/products')).body)).not.toContain('trial-video');
    expect((await product('list')).out).toContain('trial-video\tTrial\tVideo\tVideo Trial\t7 days\tretired');
    expect(await product('retire', '--id', 'nothing')).toMatchObject({ code: 1 });
  });

  test('are trials with a length, or are paid for', async () => {
    expect(await product('create', '--id', 'a', ...trial)).toMatchObject({ err: 'A trial needs --trial-days.' });
    const paid = [...trial.slice(0, -1), 'Paid', '--trial-days', '7'];
    expect(await product('create', '--id', 'a', ...paid)).toMatchObject({ err: 'Only a trial has --trial-days.' });
  });
});
