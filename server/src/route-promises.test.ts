import { describe, expect, test } from 'vitest';
import { useWorld } from './testing/index.ts';
import { namesThing, samples, titled, useMatrix, userRoutes } from './testing/matrix.ts';

// What the binder and the features promise of every route, present and future.

const world = useWorld();
const { addOwner, bringAbout, ask, fingerprint } = useMatrix(world);
const writing = userRoutes.filter(({ route }) => route.method !== 'GET' && !route.safe);
const safe = userRoutes.filter(({ route }) => route.safe);
const posting = userRoutes.filter(({ route }) => route.method === 'POST');

describe('what changes something', () => {
  test.each(titled(writing))('%s stands in the activity log, with who, from where and the request', async (_, one) => {
    const { owner, ids } = await addOwner(one.feature);
    await bringAbout(one, owner, ids);
    const { headers } = await ask(owner, one, ids);
    const { rows } = await world.database.ownerPool.query(
      'select actor_kind, actor_name, address from activity where customer_id = $1 and request_id = $2',
      [owner.customerId, headers['x-request-id']],
    );
    expect(rows).toContainEqual({ actor_kind: 'user', actor_name: 'Ada Owner', address: '127.0.0.1' });
  });
});

test.each(titled(safe))('%s changes nothing', async (_, one) => {
  const { owner, ids } = await addOwner(one.feature);
  const before = await fingerprint();
  expect((await ask(owner, one, ids)).status).toBe(one.route.status);
  expect(await fingerprint()).toEqual(before);
});

describe('an idempotency key', () => {
  test.each(titled(posting))('%s happens once, and is answered alike each time', async (_, one) => {
    const { owner, ids } = await addOwner(one.feature);
    await bringAbout(one, owner, ids);
    const headers = { 'idempotency-key': `matrix-${one.name}` };
    const first = await ask(owner, one, ids, headers);
    // Whoever logged out has no session to be answered in.
    if (one.name === 'logout') return;
    const done = await fingerprint();
    const second = await ask(owner, one, ids, headers);
    expect(first.status).toBe(one.route.status);
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await fingerprint()).toEqual(done);
  });
});

describe('a list', () => {
  test.each([...samples.keys()])("of %s never holds another customer's objects", async (feature) => {
    const first = await addOwner(feature);
    const second = await addOwner(feature);
    const foreign = Object.entries(first.ids).flatMap(([key, id]) => (namesThing(key) ? [String(id)] : []));
    for (const one of userRoutes.filter(({ feature: of, route }) => of === feature && route.method === 'GET')) {
      if (one.route.sends) continue;
      await bringAbout(one, second.owner, second.ids);
      const { status, body } = await ask(second.owner, one, second.ids);
      expect(status, one.name).toBe(200);
      const values = valuesOf(body);
      for (const id of foreign) expect(values.has(id), `${one.name} shows ${id}`).toBe(false);
    }
  });

  test('is looked through: the own object is found in it', async () => {
    const { owner, ids } = await addOwner('zones');
    const [own] = userRoutes.filter(({ name }) => name === 'listZones');
    expect(valuesOf((await ask(owner, own!, ids)).body).has(String(ids.zoneId))).toBe(true);
  });
});

/** Every value in an answer, and every part of a path in it, as text. */
function valuesOf(part: unknown): Set<string> {
  if (typeof part !== 'object' || part === null) return new Set(String(part).split('/').concat(String(part)));
  return new Set(Object.values(part).flatMap((value) => [...valuesOf(value)]));
}
