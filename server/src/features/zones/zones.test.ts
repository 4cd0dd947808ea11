import { describe, expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';

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

describe('a change of a zone', () => {
  const traceOf = async (id: string) => {
    const { rows } = await world.database.ownerPool.query(
      `select revision, updated_at, (select seq from desired_state where key = 'zone/' || z.id),
        (select count(*)::int from activity where object_id = z.id) as deeds from zones z where id = $1`,
      [id],
    );
    return rows[0];
  };

  test('to what it is already is none: no revision, nothing in the log, nothing for the edges', async () => {
    const owner = await world.addCustomer();
    const { id, path } = await addZone(world, owner);
    const { body } = await world.ask(owner, 'GET', path);
    const { name, origin, settings } = body.zone;
    const before = await traceOf(id);
    for (const wish of [{ settings: {} }, { name, origin, settings }]) {
      expect((await world.ask(owner, 'PATCH', path, wish)).status).toBe(200);
    }
    expect((await world.ask(owner, 'PUT', `${path}/status`, { status: 0 })).status).toBe(200);
    expect((await world.ask(owner, 'POST', `${path}/restore`)).status).toBe(200);
    expect(await traceOf(id)).toEqual(before);
    const deleted = (await world.ask(owner, 'DELETE', path)).body.zone;
    const after = await traceOf(id);
    expect(after.deeds).toBe(before.deeds + 1);
    expect((await world.ask(owner, 'DELETE', path)).body.zone.deletedAt).toBe(deleted.deletedAt);
    expect(await traceOf(id)).toEqual(after);
  });

  test('is refused to who looked at an older version, deleting and restoring too', async () => {
    const owner = await world.addCustomer();
    const { path } = await addZone(world, owner);
    const old = { 'if-match': String((await world.ask(owner, 'GET', path)).headers.etag) };
    const renamed = await world.ask(owner, 'PATCH', path, { name: 'Renamed' }, old);
    const stale = { status: 412, body: { code: 'stale' } };
    expect(await world.ask(owner, 'DELETE', path, undefined, old)).toMatchObject(stale);
    const current = { 'if-match': String(renamed.headers.etag) };
    const deleted = await world.ask(owner, 'DELETE', path, undefined, current);
    expect(deleted).toMatchObject({ status: 200, headers: { etag: expect.not.stringContaining(current['if-match']) } });
    expect(await world.ask(owner, 'POST', `${path}/restore`, undefined, current)).toMatchObject(stale);
    const fresh = { 'if-match': String(deleted.headers.etag) };
    expect((await world.ask(owner, 'POST', `${path}/restore`, undefined, fresh)).status).toBe(200);
  });
});
