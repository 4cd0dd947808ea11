import type { UnderWay } from '@headwater/contract/nodes/live-report';
import { type RawBuilder, sql } from 'kysely';
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
  await endSessions({ db }, sql`o.stream_id = any (${ids}) and ${isGone('o.live_node_id')}`);
  await sql`
    delete from stream_states where stream_id in (
      select s.id from streams s where s.id = any (${ids}) and ${isGone('s.node_id')})`.execute(db);
  const which = sql`r.stream_id = any (${ids}) and ${isGone('r.live_node_id')}`;
  const failed = await failRecordings({ db }, which, 'It was lost with its live server.');
  const { rows } = await sql<{ id: string; customer_id: number; service_id: number }>`
    select id, customer_id, service_id from streams where id = any (${failed}::text[])`.execute(db);
  for (const { id, customer_id: customerId, service_id: serviceId } of rows)
    await notify(db, { customerId, event: { topic: 'recordings', serviceId, id } });
}

/**
 * A live server that began anew says what it has on its disk: everything else that was under way there is over. The streams'
 * states of before go as well, what they are now is told with each report.
 * @returns the streams of which there is news.
 */
export async function endWhatIsUnknown(
  { db }: Pick<Tx, 'db'>,
  nodeId: string,
  { sessions, recordings }: UnderWay,
): Promise<{ streams: string[]; recordings: string[] }> {
  const isLost = (id: string, known: string[]) => sql`${sql.ref(id)} <> all (${known}::text[])`;
  const ended = await endSessions({ db }, sql`o.live_node_id = ${nodeId} and ${isLost('o.id', sessions)}`);
  const { rows: forgotten } = await sql<{ stream_id: string }>`
    delete from stream_states n using streams s where s.id = n.stream_id and s.node_id = ${nodeId}
      and n.state <> 'idle' and (n.session_id is null or ${isLost('n.session_id', sessions)})
    returning n.stream_id`.execute(db);
  const which = sql`r.live_node_id = ${nodeId} and r.id <> all (${recordings}::text[])`;
  const failed = await failRecordings({ db }, which, 'It was lost with the disk of its live server.');
  return { streams: [...ended, ...forgotten.map((row) => row.stream_id)], recordings: failed };
}

/** Those of them that are open. @returns their streams. */
async function endSessions({ db }: Pick<Tx, 'db'>, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ stream_id: string }>`
    with lost as (
      select o.id, greatest(o.started_at, coalesce(n.at, now())) as at from stream_sessions o
      left join stream_states n on n.stream_id = o.stream_id
      where ${which} and ${open} order by o.id for update of o
    )
    update stream_sessions o set state = 'ended', ended_at = lost.at, doc = o.doc || jsonb_build_object('state', 'ended',
      'reason', 'node_stopped', 'endedAt', to_char(lost.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from lost where lost.id = o.id returning o.stream_id`.execute(db);
  return rows.map((row) => row.stream_id);
}

/** Those of them that are not in storage. Should their disk come back, its word revives them. @returns their streams. */
async function failRecordings({ db }: Pick<Tx, 'db'>, which: RawBuilder<unknown>, detail: string): Promise<string[]> {
  const { rows } = await sql<{ stream_id: string }>`
    with lost as (select r.id from recordings r where ${which} and ${unstored} order by r.id for update)
    update recordings o set state = 'failed', detail = ${detail}, ended_at = coalesce(o.ended_at, now())
    from lost where lost.id = o.id returning o.stream_id`.execute(db);
  return rows.map((row) => row.stream_id);
}
