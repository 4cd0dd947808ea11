import type { Transaction } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { DB } from '../../lib/schema.gen.ts';

/**
 * Counts what a batch says, once: a node that never saw the answer may send it again.
 * @returns false when it had been counted before.
 */
export function countOnce(
  database: Database,
  nodeId: string,
  batchId: string,
  count: (tx: Transaction<DB>) => Promise<void>,
): Promise<boolean> {
  return database.owner.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('usage_batches')
      .values({ node_id: nodeId, batch_id: batchId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await count(tx);
    return true;
  });
}
