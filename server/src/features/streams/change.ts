import { type Changes, changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';
import { refuseStale } from '../../lib/revision.ts';
import type { Who } from '../../lib/who.ts';
import { refuseInactive as refuseInactiveService } from '../services/index.ts';
import { publishStream } from './publish.ts';
import { lockStream, type StreamChange, type StreamKey, type StreamRow, updateStream } from './store.ts';

/** What is done to a stream, as the activity log names it. */
export type StreamDeed =
  | 'stream.changed'
  | 'stream.sources-changed'
  | 'stream.key-rotated'
  | 'stream.restarted'
  | 'stream.disabled'
  | 'stream.enabled'
  | 'stream.deleted'
  | 'stream.restored';

/** What a customer may do to a stream whatever became of its service. */
const endsServing: ReadonlySet<StreamDeed> = new Set(['stream.disabled', 'stream.deleted']);

type Deed = { action: StreamDeed; ifMatch: string | null };
/** With what the activity log is told of what is kept sealed, for those who may not see it. */
type ToldChange = StreamChange & { told?: Changes };
type Rule = (stream: StreamRow, tx: Tx) => ToldChange | Promise<ToldChange>;

/**
 * Changes one stream, what nodes are to do about it and the activity log, in one transaction. Where nothing would be
 * different, nothing happens.
 * @param rule looks at the locked stream and says what changes; it may throw a Problem instead.
 */
export async function changeStream(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: StreamKey,
  { action, ifMatch }: Deed,
  rule: Rule,
): Promise<void> {
  await deps.database.asCustomer(who.customerId, async (tx) => {
    const stream = await lockStream(tx, key);
    if (!endsServing.has(action)) await refuseInactive(tx, stream.service_id);
    refuseStale(ifMatch, stream.revision);
    await applyChange(deps, tx, who, stream, action, await rule(stream, tx));
  });
}

/** Writes a change of a locked stream, with all that follows from it. */
export async function applyChange(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  who: Who,
  stream: StreamRow,
  action: StreamDeed,
  { told, ...change }: ToldChange,
): Promise<void> {
  const { deleted_at: deletedAt, secrets, key_rotated_at: _, ...fields } = change;
  const changes = { ...changesBetween(stream, fields), ...told };
  const movesBin = deletedAt !== undefined && (deletedAt === null) !== (stream.deleted_at === null);
  if (!movesBin && !secrets && Object.keys(changes).length === 0) return;
  const changed = await updateStream(tx, stream.id, { ...change, revision: stream.revision + 1 });
  await recordActivity(tx.db, who, {
    action,
    object: { type: 'stream', id: stream.id, name: changed.name },
    serviceId: stream.service_id,
    changes,
  });
  await publishStream(deps, tx, changed);
}

/** A deleted stream takes no changes until it is restored. */
export function refuseDeleted(stream: StreamRow): void {
  if (stream.deleted_at) throw new Problem('conflict', 'This stream is deleted. Restore it first.');
}

/** With `hold` the service stays Active until the transaction ends. @throws Problem `not_found`, `service_inactive`. */
export const refuseInactive = (tx: Pick<Tx, 'db'>, serviceId: number, hold?: 'hold'): Promise<void> =>
  refuseInactiveService(tx, serviceId, 'its streams can only be disabled or deleted', hold);
