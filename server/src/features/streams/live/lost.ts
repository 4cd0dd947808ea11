import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { notify } from '../../../lib/notify.ts';

/** A live server that was removed for good: one that is only away comes back and goes on. */
export const isGone = (column: string) =>
  sql`(${sql.ref(column)} is not null and not exists (select from nodes n where n.id = ${sql.ref(column)}))`;

const unstored = sql`r.state in ('recording', 'finishing', 'finished') and r.deleted_at is null`;
const open = sql`o.state in ('live', 'reconnecting')`;

/** Streams of which a server that is gone left something open. */
export const hasLost = sql`(s.id in (select o.stream_id from stream_sessions o where ${open} and ${isGone('o.live_node_id')})
  or s.id in (select r.stream_id from recordings r where ${unstored} and ${isGone('r.live_node_id')}))`;

/** Ends what live servers that are gone cannot end any more, of streams that are locked by now. As the owner's role. */
export async function endWhatWasLost({ db }: Pick<Tx, 'db'>, streamIds: readonly string[]): Promise<void> {
  const ids = sql`${[...streamIds]}::text[]`;
  await sql`
    with lost as (
      select o.id, greatest(o.started_at, coalesce(n.at, now())) as at from stream_sessions o
      left join stream_states n on n.stream_id = o.stream_id
      where o.stream_id = any (${ids}) and ${open} and ${isGone('o.live_node_id')}
    )
    update stream_sessions o set state = 'ended', ended_at = lost.at, doc = o.doc || jsonb_build_object('state', 'ended',
      'reason', 'node_stopped', 'endedAt', to_char(lost.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from lost where lost.id = o.id`.execute(db);
  await sql`
    delete from stream_states where stream_id in (
      select s.id from streams s where s.id = any (${ids}) and ${isGone('s.node_id')})`.execute(db);
  // Should a server come back under a new name with its disk, its word revives them.
  const { rows } = await sql<{ stream_id: string; customer_id: number; service_id: number }>`
    with failed as (
      update recordings r set state = 'failed', detail = 'It was lost with its live server.',
        ended_at = coalesce(r.ended_at, now())
      where r.stream_id = any (${ids}) and ${unstored} and ${isGone('r.live_node_id')}
      returning r.stream_id
    )
    select distinct s.id as stream_id, s.customer_id, s.service_id from failed join streams s on s.id = failed.stream_id`.execute(
    db,
  );
  for (const { stream_id: id, customer_id: customerId, service_id: serviceId } of rows)
    await notify(db, { customerId, event: { topic: 'recordings', serviceId, id } });
}
