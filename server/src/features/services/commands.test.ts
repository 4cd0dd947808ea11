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
    [['--email', 'x', ...bought], /--email: Invalid email/],
    [['--email', 'a@example.test', ...bought, '--status', 'active'], /--status: Invalid option/],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });
});
