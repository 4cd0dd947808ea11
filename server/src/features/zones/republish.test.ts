import { expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { republishZones } from './republish.ts';

const world = useWorld();

test('zones are told anew after a change of the edge domain, and only then', async () => {
  const owner = await world.addCustomer();
  const path = `/services/${owner.serviceId}/zones/http/pull`;
  const wish = { name: 'Moved', origin: 'https://origin.test' };
  const { body } = await world.ask(owner, 'POST', path, wish);
  const gone = await world.ask(owner, 'POST', path, { ...wish, name: 'Gone' });
  await world.ask(owner, 'DELETE', `${path}/${gone.body.zone.id}`);
  expect(await republishZones(world.database, world.settings)).toBe(0);

  expect(await republishZones(world.database, { ...world.settings, edgeDomain: 'cdn.example' })).toBe(1);
  const { doc } = await world.database.owner
    .selectFrom('desired_state')
    .select('doc')
    .where('key', '=', `zone/${body.zone.id}`)
    .executeTakeFirstOrThrow();
  expect(doc).toMatchObject({ hosts: ['moved.cdn.example'] });
});
