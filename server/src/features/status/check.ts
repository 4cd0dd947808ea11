import { sql, type Transaction } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { notify } from '../../lib/notify.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Settings } from '../../lib/settings.ts';
import { readHealth } from '../system/index.ts';
import { describeParts, type Part } from './parts.ts';

const apiAnswersWithinMs = 5000;
/** A second run within a minute, such as that of a worker that follows one which died, counts nothing twice. */
const leastSeconds = 30;
/** Checks come every minute. When none came for longer, the jobs themselves stood still. */
const stoodStillSeconds = 180;

/** Looks at every part once and writes down how it was. */
export async function checkStatus(database: Database, { settings }: Pick<JobDeps, 'settings'>): Promise<void> {
  const [roles, isApiUp] = await Promise.all([readHealth(database), isAnswering(settings)]);
  // This check is a job itself: that it runs says more than a heartbeat which may be on its way.
  const parts = describeParts({ ...roles, api: { state: isApiUp ? 'ok' : 'down' }, worker: { state: 'ok' } });
  await database.owner.transaction().execute((tx) => recordCheck(tx, parts));
}

/** Asks the API on this machine as a customer would; that it runs is not enough. */
async function isAnswering({ bind, port }: Settings): Promise<boolean> {
  const host = /^(0\.0\.0\.0|::)$/.test(bind) ? 'localhost' : bind.includes(':') ? `[${bind}]` : bind;
  try {
    const signal = AbortSignal.timeout(apiAnswersWithinMs);
    const { ok } = await fetch(`http://${host}:${port}/api/v1/health`, { signal });
    return ok;
  } catch {
    return false;
  }
}

async function recordCheck(tx: Transaction<DB>, parts: Part[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('status check'))`.execute(tx);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - beat_at)::float8 as seconds from role_heartbeats where role = 'status'`.execute(
    tx,
  );
  const secondsSince = rows[0]?.seconds ?? null;
  if (secondsSince !== null && secondsSince < leastSeconds) return;
  if (secondsSince !== null && secondsSince > stoodStillSeconds) await recordStandstill(tx);
  for (const { name, status } of parts) if (status !== 'unknown') await countCheck(tx, name, status === 'operational');
  const changes = await Promise.all(parts.map((part) => recordIncident(tx, part)));
  await sql`insert into role_heartbeats (role, beat_at) values ('status', now())
    on conflict (role) do update set beat_at = excluded.beat_at`.execute(tx);
  if (changes.includes(true)) {
    await notify(tx, { customerId: null, event: { topic: 'status', serviceId: null, id: null } });
  }
}

const countCheck = (tx: Transaction<DB>, part: string, isGood: boolean) =>
  sql`insert into status_days as d (part, day, checks, good) values (${part}, (now() at time zone 'utc')::date, 1, ${Number(isGood)})
    on conflict (part, day) do update set checks = d.checks + 1, good = d.good + excluded.good`.execute(tx);

/** The minutes in which no check came: of the jobs it is known that they did not run, of the other parts nothing. */
async function recordStandstill(tx: Transaction<DB>): Promise<void> {
  await sql`
    insert into status_days as d (part, day, checks)
      select 'Background jobs', (minute at time zone 'utc')::date, count(*)
      from role_heartbeats, generate_series(
        greatest(beat_at, now() - interval '89 days') + interval '1 minute', now() - interval '1 minute', interval '1 minute') minute
      where role = 'status' group by 2
    on conflict (part, day) do update set checks = d.checks + excluded.checks`.execute(tx);
  await sql`
    insert into status_incidents (part, status, reason, started_at, ended_at)
      select 'Background jobs', 'outage', 'Background work, such as sending e-mail, stood still.', beat_at, now()
      from role_heartbeats where role = 'status'`.execute(tx);
}

/** Opens an incident, ends it, or both when it became another. @returns whether anything changed. */
async function recordIncident(tx: Transaction<DB>, { name, status, reason }: Part): Promise<boolean> {
  if (status === 'unknown') return false;
  const ended = await tx
    .updateTable('status_incidents')
    .set({ ended_at: sql`now()` })
    .where('part', '=', name)
    .where('ended_at', 'is', null)
    .where('status', '!=', status)
    .executeTakeFirst();
  if (status === 'operational') return ended.numUpdatedRows > 0n;
  const begun = await tx
    .insertInto('status_incidents')
    .values({ part: name, status, reason })
    .onConflict((conflict) => conflict.column('part').where('ended_at', 'is', null).doNothing())
    .executeTakeFirst();
  return (begun.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
