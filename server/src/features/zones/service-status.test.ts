import { describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../../testing/index.ts';
import { setServiceStatus } from '../../testing/services.ts';
import { addZone, zonesPath } from '../../testing/zones.ts';
import { followService, republishZones } from './republish.ts';

const world = useWorld();
const setStatus = (owner: { serviceId: number }, to: string) => setServiceStatus(world, owner.serviceId, to);
const documentOf = async (zoneId: string) =>
  (await world.database.ownerPool.query('select doc, seq from desired_state where key = $1', [`zone/${zoneId}`]))
    .rows[0] as { doc: { disabled: boolean } | null; seq: number };
const change = (owner: Person, path: string) => ({
  update: () => world.ask(owner, 'PATCH', path, { name: 'Renamed' }),
  purge: () => world.ask(owner, 'POST', `${path}/purge`, { files: ['/*'] }),
  enable: () => world.ask(owner, 'PUT', `${path}/status`, { status: 0 }),
  restore: () => world.ask(owner, 'POST', `${path}/restore`),
  disable: () => world.ask(owner, 'PUT', `${path}/status`, { status: 1 }),
  delete: () => world.ask(owner, 'DELETE', path),
});

describe('the zones of a service', () => {
  test.each(['Suspended', 'Terminated', 'Cancelled'])(
    'stop serving when it is %s, and serve again when it is Active; those disabled or deleted stay so',
    async (status) => {
      const owner = await world.addCustomer({ services: 2 });
      const [serving, disabled, deleted] = [
        await addZone(world, owner),
        await addZone(world, owner),
        await addZone(world, owner),
      ];
      const elsewhere = await addZone(world, { ...owner, serviceId: owner.serviceId + 1 });
      await change(owner, disabled.path).disable();
      await change(owner, deleted.path).delete();
      const untouched = await Promise.all([disabled, deleted, elsewhere].map(({ id }) => documentOf(id)));

      await setStatus(owner, status);
      expect((await documentOf(serving.id)).doc).toMatchObject({ disabled: true });
      await setStatus(owner, 'Active');
      expect((await documentOf(serving.id)).doc).toMatchObject({ disabled: false });
      expect(await Promise.all([disabled, deleted, elsewhere].map(({ id }) => documentOf(id)))).toEqual(untouched);
    },
  );

  test('can be disabled and deleted while it is Suspended, and nothing else', async () => {
    const owner = await world.addCustomer();
    const zone = await addZone(world, owner);
    const gone = await addZone(world, owner);
    await change(owner, gone.path).delete();
    await setStatus(owner, 'Suspended');
    const before = await documentOf(zone.id);
    const { update, purge, enable, disable, delete: remove } = change(owner, zone.path);
    for (const refused of [update, purge, enable, change(owner, gone.path).restore]) {
      const { status, body } = await refused();
      expect({ status, code: body.code }, refused.name).toEqual({ status: 422, code: 'service_inactive' });
    }
    expect(await documentOf(zone.id)).toEqual(before);
    expect((await disable()).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await documentOf(zone.id)).doc).toBeNull();
  });

  test('are told rightly again at the next start, if somebody changed the service by hand', async () => {
    const owner = await world.addCustomer();
    const zone = await addZone(world, owner);
    await world.database.ownerPool.query(`update services set domainstatus = 'Suspended' where id = $1`, [
      owner.serviceId,
    ]);
    expect(await republishZones(world.database, world.settings)).toBe(1);
    expect((await documentOf(zone.id)).doc).toMatchObject({ disabled: true });
    expect(await republishZones(world.database, world.settings)).toBe(0);
  });
});

describe('while a service is being suspended', () => {
  /** Runs `during` between the suspension's last statement and its commit. */
  const suspendAround = async <T>(serviceId: number, customerId: number, during: () => Promise<T>): Promise<T> => {
    let going: Promise<T>;
    await world.database.owner.transaction().execute(async (db) => {
      await db.updateTable('services').set({ domainstatus: 'Suspended' }).where('id', '=', serviceId).execute();
      const publish = await followService(world, { db }, { id: serviceId, customerId, domainstatus: 'Suspended' });
      await publish?.();
      going = during();
      // Until it waits for this transaction: without a lock it would be through by then.
      await waitForLock();
    });
    return going!;
  };
  const waitForLock = async () => {
    for (let turn = 0; turn < 100; turn++) {
      const { rows } = await world.database.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('nobody waited');
  };

  test('a new zone waits, and is refused', async () => {
    const owner = await world.addCustomer();
    const create = () =>
      world.ask(owner, 'POST', zonesPath(owner.serviceId), { name: 'Late', origin: 'https://origin.test' });
    const { status, body } = await suspendAround(owner.serviceId, owner.customerId, create);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'service_inactive' });
  });

  test('a change of a zone waits, and does not serve it again', async () => {
    const owner = await world.addCustomer();
    const zone = await addZone(world, owner);
    const { status } = await suspendAround(owner.serviceId, owner.customerId, change(owner, zone.path).update);
    expect(status).toBe(422);
    expect((await documentOf(zone.id)).doc).toMatchObject({ disabled: true });
  });
});
