import { describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';

const world = useWorld();
const zonesOf = (serviceId: number) => `/services/${serviceId}/zones/http/pull`;

describe('pull zones', () => {
  test('a zone is created, changed, disabled, deleted and restored', async () => {
    const owner = await world.addCustomer();
    const made = await world.ask(owner, 'POST', zonesOf(owner.serviceId), {
      name: 'My Site',
      origin: 'https://origin.test',
    });
    expect(made.status).toBe(201);
    expect(made.body.zone).toMatchObject({
      name: 'My Site',
      zone: 'my-site',
      hostname: 'my-site.cdn.localhost',
      status: 0,
      deployment: { state: 'pending' },
    });
    const path = `${zonesOf(owner.serviceId)}/${made.body.zone.id}`;
    const changed = await world.ask(owner, 'PATCH', path, {
      origin: 'http://second.test:8000/base',
      settings: { edgeTtlSeconds: 60 },
    });
    expect(changed.body.zone).toMatchObject({
      origin: 'http://second.test:8000/base',
      settings: { edgeTtlSeconds: 60, queryString: 'keep' },
    });
    expect((await world.ask(owner, 'PUT', `${path}/status`, { status: 1 })).body.zone.status).toBe(1);
    expect((await world.ask(owner, 'DELETE', path)).body.zone.deletedAt).not.toBeNull();
    expect((await world.ask(owner, 'GET', zonesOf(owner.serviceId))).body.zones).toEqual([]);
    expect((await world.ask(owner, 'GET', `${zonesOf(owner.serviceId)}?deleted=1`)).body.total).toBe(1);
    expect((await world.ask(owner, 'POST', `${path}/restore`)).body.zone.deletedAt).toBeNull();
  });
});
