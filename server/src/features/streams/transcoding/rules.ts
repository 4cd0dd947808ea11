import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { notify } from '../../../lib/notify.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Who } from '../../../lib/who.ts';

/** Of each sort, in a service. */
const most = 50;

/** @throws Problem `conflict` where a service has as many as it may. */
export async function refuseFull(
  { db }: Pick<Tx, 'db'>,
  table: 'live_profiles' | 'live_filters' | 'live_logos',
  serviceId: number,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where service_id = ${serviceId}`.execute(db);
  if (rows[0]!.count < most) return;
  throw new Problem('conflict', `A service has at most ${most} of these. Delete one that you do not need.`);
}

/** @throws Problem `conflict`, with the streams that use it. */
export function refuseUsed(what: 'profile' | 'filter', usedBy: readonly { name: string }[]): void {
  if (usedBy.length === 0) return;
  const names = usedBy.slice(0, 3).map(({ name }) => name);
  const more = usedBy.length > names.length ? ` and ${usedBy.length - names.length} more` : '';
  throw new Problem('conflict', `This ${what} is used by ${names.join(', ')}${more}. Choose another one there first.`);
}

/** @throws Problem `conflict` where new streams begin with it. */
export async function refuseDefault(
  { db }: Pick<Tx, 'db'>,
  serviceId: number,
  used: { profileId: string } | { filterId: string },
): Promise<void> {
  const uses =
    'profileId' in used
      ? sql`settings -> 'transcode' -> 'profileIds' ? ${used.profileId}`
      : sql`settings -> 'transcode' ->> 'filterId' = ${used.filterId}`;
  const { rows } = await sql`
    select from stream_defaults where service_id = ${serviceId} and (settings -> 'transcode' ->> 'enabled')::boolean
      and ${uses}`.execute(db);
  if (rows.length === 0) return;
  throw new Problem(
    'conflict',
    'New streams begin with this. Choose something else under Settings, Live transcoding first.',
  );
}

export const tellTranscoding = (tx: Pick<Tx, 'db'>, who: Who, serviceId: number, id: string) =>
  notify(tx.db, { customerId: who.customerId, event: { topic: 'transcoding', serviceId, id } });
