import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/index.ts';
import { changesBetween, recordActivity } from './activity.ts';

const world = useWorld();

describe('the difference between two versions', () => {
  test('names each field that changed, those of a nested object with its name before them', () => {
    const before = { name: 'A', settings: { ttl: 1, host: null }, list: ['x'], untouched: 1 };
    const after = { name: 'B', settings: { ttl: 1, host: 'h' }, list: ['x', 'y'] };
    expect(changesBetween(before, after)).toEqual({
      name: { from: 'A', to: 'B' },
      'settings.host': { from: null, to: 'h' },
      list: { from: ['x'], to: ['x', 'y'] },
    });
  });

  test('is empty between equals, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(changesBetween(value, structuredClone(value))).toEqual({});
      }),
    );
  });

  test('leaves out what the new version does not speak of', () => {
    expect(changesBetween({ a: 1, b: 2 }, { a: undefined, b: 2 })).toEqual({});
  });
});

describe('the activity log', () => {
  test('is written with the change or not at all', async () => {
    const owner = await world.addCustomer();
    const actor = { kind: 'user', customerId: owner.customerId, name: 'Ada' } as const;
    const deed = { action: 'zone.created', object: { type: 'zone', id: 1, name: 'A' } } as const;
    const failing = world.database.asCustomer(owner.customerId, async (tx) => {
      await recordActivity(tx.db, actor, deed);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    const { rowCount } = await world.database.ownerPool.query('select from activity where customer_id = $1', [
      owner.customerId,
    ]);
    expect(rowCount).toBe(0);
  });

  test('cannot be written for another customer, nor changed or emptied by requests', async () => {
    const [owner, other] = [await world.addCustomer(), await world.addCustomer()];
    const forged = world.database.asCustomer(owner.customerId, (tx) =>
      recordActivity(
        tx.db,
        { kind: 'user', customerId: other.customerId, name: 'Ada' },
        { action: 'zone.created', object: { type: 'zone', id: 1, name: 'A' } },
      ),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
    for (const text of [`update activity set actor_name = 'Nobody'`, 'delete from activity', 'truncate activity']) {
      await expect(world.database.asCustomer(owner.customerId, (tx) => tx.client.query(text))).rejects.toThrow(
        /permission denied/,
      );
    }
  });
});
