import type { Service } from '@headwater/contract/services/schema';
import { expect, test } from 'vitest';
import { closeDemo, fillDemo, openDemo } from './demo.ts';
import { hashPassword } from './features/account/index.ts';
import { useWorld } from './testing/index.ts';

const world = useWorld();
const signIn = async (email: string): Promise<string> =>
  (await world.ask(null, 'POST', '/auth/login', { email, password: 'headwater-demo' })).body.token;

test('the demo fills an empty installation once, and never touches one that is in use', async () => {
  expect(await fillDemo(world.database, world.settings)).toBe(true);
  expect(await fillDemo(world.database, world.settings)).toBe(false);
  const { rows } = await world.database.ownerPool.query('select count(*)::int as n from customers');
  expect(rows[0].n).toBe(3);
});

test('the demo customer has a service in every status, one of them CDN-Plus, a zone that edges are told of and a domain that name servers are told of', async () => {
  const token = await signIn('demo@headwater.test');
  const { services } = (await world.ask(token, 'GET', '/services')).body as { services: Service[] };
  const states = new Set(services.map(({ domainstatus }) => domainstatus));
  expect(states).toEqual(new Set(['Active', 'Pending', 'Suspended', 'Cancelled', 'Terminated']));
  expect(services.filter(({ isCDNPlus }) => isCDNPlus)).toHaveLength(1);
  const { body } = await world.ask(token, 'GET', `/services/${services[0]!.id}/zones/http/pull`);
  expect(body.zones).toMatchObject([{ hostname: 'demo.cdn.localhost', origin: 'http://127.0.0.1:3081' }]);
  const doc = await world.database.ownerPool.query('select doc from desired_state order by kind');
  expect(doc.rows).toMatchObject([
    { doc: { name: 'riverside.example' } },
    { doc: { hosts: ['demo.cdn.localhost'], origin: { system: true } } },
  ]);
});

test('the demo’s contact may do nothing, another customer is another one, and an account without services is told so', async () => {
  const contact = await signIn('contact@headwater.test');
  expect((await world.ask(contact, 'GET', '/services')).status).toBe(403);
  const other = (await world.ask(await signIn('other@headwater.test'), 'GET', '/services')).body.services;
  expect(other).toMatchObject([{ domain: 'hilltop.example' }]);
  const nobody = await world.ask(await signIn('new@headwater.test'), 'GET', '/services');
  expect(nobody.body.message).toBe('No Services');
});

test('with the demo off nobody signs in by its public password, and with it on again everybody does', async () => {
  const token = await signIn('demo@headwater.test');
  const own = await hashPassword('one that is not public');
  await world.database.owner
    .updateTable('users')
    .set({ password_hash: own })
    .where('email', '=', 'other@headwater.test')
    .execute();
  expect(await closeDemo(world.database)).toBe(3);
  expect(await closeDemo(world.database)).toBe(0);
  expect((await world.ask(token, 'GET', '/services')).status).toBe(401);
  expect(await signIn('demo@headwater.test')).toBeUndefined();
  const kept = { email: 'other@headwater.test', password: 'one that is not public' };
  expect((await world.ask(null, 'POST', '/auth/login', kept)).status).toBe(200);
  await openDemo(world.database);
  expect(await signIn('demo@headwater.test')).toMatch(/^hws_/);
});
