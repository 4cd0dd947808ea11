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
  for (const { prefix, topic } of followed) {
    if (topic === undefined) continue;
    const things = settled.filter(({ key, customer_id }) => customer_id !== null && key.startsWith(prefix));
    const singly = things.length <= mostSingly;
    const told = new Map(things.map((thing) => [singly ? thing.key : thing.customer_id, thing]));
    for (const { key, customer_id: customerId } of told.values()) {
      const id = singly ? key.slice(prefix.length) : null;
      await notify(tx, { customerId, event: { topic, serviceId: null, id } });
    }
  }
}
