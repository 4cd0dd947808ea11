import { recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import { endStreams } from '../../lib/notify.ts';
import type { Who } from '../../lib/who.ts';
import { announceKey } from './announce-key.ts';

/** From its next request on the key is refused, and its event streams end. Once revoked it stays so. */
export async function revokeKey(tx: Tx, who: Who, id: string): Promise<void> {
  const revoked = await tx.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!revoked) return;
  await recordActivity(tx.db, who, { action: 'api-key.revoked', object: { type: 'api-key', id, name: revoked.name } });
  await endStreams(tx.db, who.customerId, { credentialId: id });
  await announceKey(tx, who.customerId, id);
}
