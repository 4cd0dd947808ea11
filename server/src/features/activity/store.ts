import type { Activity, ActivityFilter } from '@headwater/contract/activity/schema';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';

/** What fits the filter, newest first. The request role sees one customer's rows only. */
const matching = ({ db }: Pick<Tx, 'db'>, { serviceId, actor, type, search, from, to }: ActivityFilter) =>
  db
    .selectFrom('activity')
    .selectAll()
    .$if(serviceId !== undefined, (query) => query.where('service_id', '=', serviceId!))
    .$if(actor !== undefined, (query) => query.where('actor_kind', '=', actor!))
    .$if(type !== undefined, (query) => query.where('object_type', '=', type!))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to!)))
    .$if(search !== '', (query) => query.where(mentions(search)))
    .orderBy('id', 'desc');

/** The text as it stands, whatever a pattern would make of it. */
const mentions = (text: string) => sql<SqlBool>`exists (
  select from unnest(array[actor_name, action, object_name, address, request_id]) as told
  where strpos(lower(told), lower(${text})) > 0)`;

/** One page, each row with the number of all that match. */
export const listActivity = (tx: Pick<Tx, 'db'>, filter: ActivityFilter, page: number, rows: number) =>
  matching(tx, filter)
    .select((select) => select.fn.countAll<number>().over().as('total'))
    .limit(rows)
    .offset((page - 1) * rows)
    .execute();

/** For a page beyond the end, whose rows cannot tell. */
export async function countActivity(tx: Pick<Tx, 'db'>, filter: ActivityFilter): Promise<number> {
  const [first] = await listActivity(tx, filter, 1, 1);
  return first?.total ?? 0;
}

/** The newest that match, up to so many. */
export const listNewest = (tx: Pick<Tx, 'db'>, filter: ActivityFilter, most: number) =>
  matching(tx, filter).limit(most).execute();

/** The types of object in the log: one step in the index for each, however long the log is. */
export async function listTypes({ db }: Pick<Tx, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive types as (
      (select object_type as type from activity order by object_type limit 1)
      union all
      select (select object_type from activity where object_type > types.type order by object_type limit 1)
      from types where types.type is not null
    )
    select type from types where type is not null`.execute(db);
  return rows.map(({ type }) => type);
}

type ActivityRow = Awaited<ReturnType<typeof listNewest>>[number];

export const toActivity = (row: ActivityRow): Activity => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: { kind: row.actor_kind as Activity['actor']['kind'], name: row.actor_name },
  action: row.action,
  object: { type: row.object_type, id: row.object_id, name: row.object_name },
  serviceId: row.service_id,
  changes: row.changes as Activity['changes'],
  address: row.address,
  requestId: row.request_id,
});
