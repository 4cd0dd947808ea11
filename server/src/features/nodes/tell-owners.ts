import type { Kysely } from 'kysely';
import type { Followed } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { DB } from '../../lib/schema.gen.ts';

type Settled = { key: string; customer_id: number | null };

/** Thousands at once (a new node) are one sentence for each customer, not one for each thing. */
const mostSingly = 50;

/** Tells the browsers of owners that their things became live, were refused, or no longer are. */
export async function tellOwners(
  tx: Kysely<DB>,
  followed: readonly Followed[],
  settled: readonly Settled[],
): Promise<void> {
  for (const { prefix, topic, thingOf = (id: string) => id } of followed) {
    if (topic === undefined) continue;
    const things = settled.flatMap(({ key, customer_id: customerId }) => {
      const id = customerId !== null && key.startsWith(prefix) ? thingOf(key.slice(prefix.length)) : null;
      return id === null ? [] : [{ id, customerId }];
    });
    const singly = things.length <= mostSingly;
    const told = new Map(things.map((thing) => [singly ? thing.id : thing.customerId, thing]));
    for (const { id, customerId } of told.values())
      await notify(tx, { customerId, event: { topic, serviceId: null, id: singly ? id : null } });
  }
}
