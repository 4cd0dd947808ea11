import { describe, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { statusesOf, useWorld } from '../../testing/index.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const world = useWorld();
const wish = { type: 'End of Billing Period', reason: 'We have moved elsewhere.' } as const;
const path = (serviceId: number) => `/services/${serviceId}/cancellation`;
const templatesFor = async (address: string) => (await readMailbox(world, address)).map(({ template }) => template);

describe('the request to cancel a service', () => {
  test('stands with the service, is told to its holder, and can be withdrawn', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view', 'services.manage']);
    const asked = await world.ask(contact, 'POST', path(owner.serviceId), wish);
    expect(asked.status).toBe(201);
    expect(asked.body.service.cancellation).toEqual({ ...wish, requestedAt: expect.any(String) });
    expect(asked.body.service.domainstatus).toBe('Active');
    expect((await world.ask(owner, 'GET', '/services')).body.services[0].cancellation.type).toBe(wish.type);
    expect(await templatesFor(owner.email)).toEqual(['cancellation-requested']);
    expect(await templatesFor(contact.email)).toEqual([]);

    const withdrawn = await world.ask(owner, 'DELETE', path(owner.serviceId));
    expect(withdrawn.body.service.cancellation).toBeNull();
    expect(await templatesFor(owner.email)).toEqual(['cancellation-requested', 'cancellation-withdrawn']);
  });

  test('reaches the browsers of the account', async () => {
    const owner = await world.addCustomer();
    const stream = await openStream(world, owner);
    await world.ask(owner, 'POST', path(owner.serviceId), wish);
    const { data } = await stream.waitFor((heard) => heard.data.topic === 'services');
    stream.close();
    expect(data).toEqual({ topic: 'services', serviceId: owner.serviceId, id: String(owner.serviceId) });
  });

  test('is made once, also when many race', async () => {
    const owner = await world.addCustomer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.ask(owner, 'POST', path(owner.serviceId), wish)),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
    expect(await templatesFor(owner.email)).toEqual(['cancellation-requested']);
  });

  test('cannot be withdrawn when there is none', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await world.ask(owner, 'DELETE', path(owner.serviceId));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
  });

  test.each(['Pending', 'Suspended'])('is accepted for one that is %s', async (domainstatus) => {
    const owner = await world.addCustomer({ domainstatus });
    expect((await world.ask(owner, 'POST', path(owner.serviceId), wish)).status).toBe(201);
  });

  test.each(['Terminated', 'Cancelled'])('is refused for one that is %s already', async (domainstatus) => {
    const owner = await world.addCustomer({ domainstatus });
    const { body } = await world.ask(owner, 'POST', path(owner.serviceId), wish);
    expect(body).toMatchObject({ code: 'conflict', message: expect.stringContaining(domainstatus) });
  });

  test.each([
    [{ ...wish, type: 'Now' }, 'type'],
    [{ ...wish, reason: ' x ' }, 'reason'],
    [{ ...wish, reason: 'x'.repeat(2001) }, 'reason'],
    [{ type: 'Immediate' }, 'reason'],
  ])('is refused on the field at fault: %j', async (body, field) => {
    const owner = await world.addCustomer();
    const answer = await world.ask(owner, 'POST', path(owner.serviceId), body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe('operators', () => {
  test('see who asked for what, one line each, and the request is over with the service', async () => {
    const owner = await world.addCustomer();
    await world.ask(owner, 'POST', path(owner.serviceId), { ...wish, reason: 'Two\nlines\tand tabs' });
    const list = async () => (await runWords(world, commands, 'service', 'cancellations')).out;
    const line = (await list()).split('\n').find((one) => one.startsWith(`${owner.serviceId}\t`));
    expect(line).toContain(`${owner.email}\tCDN (d0.example)\tActive\t${wish.type}`);
    expect(line).toMatch(/Ada Owner\tTwo lines and tabs$/);

    const done = await runWords(
      world,
      commands,
      'service',
      'status',
      '--id',
      String(owner.serviceId),
      '--to',
      'Cancelled',
    );
    expect(done).toMatchObject({ code: 0, out: `service ${owner.serviceId} is Cancelled` });
    expect(await list()).not.toContain(owner.email);
    const { body } = await world.ask(owner, 'GET', `/services/${owner.serviceId}`);
    expect(body.service).toMatchObject({ domainstatus: 'Cancelled', cancellation: null });
  });
});
