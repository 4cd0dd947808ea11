import { describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';

const world = useWorld();

describe('services', () => {
  test('an account without services is told so, word for word', async () => {
    const owner = await world.addCustomer({ services: 0 });
    const { status, body } = await world.ask(owner, 'GET', '/services');
    expect(status).toBe(404);
    expect(body).toEqual({
      result: 'error',
      message: 'No Services',
      code: 'no_services',
      requestId: expect.any(String),
    });
  });

  test('favourites stand first, then the oldest', async () => {
    const owner = await world.addCustomer({ services: 3 });
    const path = `/services/${owner.serviceId + 2}`;
    expect((await world.ask(owner, 'PATCH', path, { favorite: true })).body.service.favorite).toBe(true);
    const { body } = await world.ask(owner, 'GET', '/services');
    const ids = body.services.map((service: { id: number }) => service.id);
    expect(ids).toEqual([owner.serviceId + 2, owner.serviceId, owner.serviceId + 1]);
  });

  test.each(['Pending', 'Active', 'Suspended', 'Terminated', 'Cancelled'])(
    'one that is %s is shown',
    async (domainstatus) => {
      const owner = await world.addCustomer({ domainstatus });
      const { status, body } = await world.ask(owner, 'GET', `/services/${owner.serviceId}`);
      expect(status).toBe(200);
      expect(body.service).toMatchObject({
        id: owner.serviceId,
        domainstatus,
        favorite: false,
        isCDNPlus: false,
        client: { email: owner.email },
      });
    },
  );

  test('marking a favourite twice is told once in the activity log', async () => {
    const owner = await world.addCustomer();
    for (const favorite of [true, true, false]) {
      await world.ask(owner, 'PATCH', `/services/${owner.serviceId}`, { favorite });
    }
    const { rows } = await world.database.ownerPool.query(
      'select action, changes from activity where customer_id = $1 order by id',
      [owner.customerId],
    );
    expect(rows).toEqual([
      { action: 'service.changed', changes: { favorite: { from: false, to: true } } },
      { action: 'service.changed', changes: { favorite: { from: true, to: false } } },
    ]);
  });

  test('a key that is limited to services sees those alone', async () => {
    const owner = await world.addCustomer({ services: 3 });
    const key = await world.addKey(owner, { services: [owner.serviceId + 1] });
    const { body } = await world.ask(key.token, 'GET', '/services');
    expect(body.services.map((service: { id: number }) => service.id)).toEqual([owner.serviceId + 1]);
    expect((await world.ask(key.token, 'GET', `/services/${owner.serviceId}`)).status).toBe(404);
  });

  test('a contact sees the account holder’s address', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId, ['services.view']);
    const { body } = await world.ask(contact, 'GET', `/services/${owner.serviceId}`);
    expect(body.service.client.email).toBe(owner.email);
  });

  test.each(['0', '-1', '1.5', 'abc', 'NaN', '9007199254740993', "1'--", '1%00', '%F0%9F%A6%86', '%20', '1,2'])(
    'an id that is no positive integer (%s) is bad input, not a search',
    async (id) => {
      const owner = await world.addCustomer();
      const { status, body } = await world.ask(owner, 'GET', `/services/${id}`);
      expect(status).toBe(400);
      expect(body.code).toBe('invalid_input');
      expect(body.errors[0].field).toBe('serviceId');
    },
  );
});
