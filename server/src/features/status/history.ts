import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { PartName } from './parts.ts';

const historyDays = 90;
const mostIncidents = 50;

type Day = { part: string; day: string; checks: number; good: number };
type Incident = {
  id: number;
  part: string;
  status: 'degraded' | 'outage';
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
};
export type History = { today: string; days: Day[]; incidents: Incident[]; checkedAt: Date | null };

export async function readHistory({ ownerPool }: Database): Promise<History> {
  const [days, incidents, checked] = await Promise.all([
    ownerPool.query<Day>(
      `select part, day::text, checks, good from status_days where day > (now() at time zone 'utc')::date - $1::int`,
      [historyDays],
    ),
    ownerPool.query<Incident>(
      `select id, part, status, reason, started_at, ended_at from status_incidents
       where ended_at is null or ended_at > now() - make_interval(days => $1) order by started_at desc, id desc limit $2`,
      [historyDays, mostIncidents],
    ),
    ownerPool.query<{ today: string; at: Date | null }>(
      `select (now() at time zone 'utc')::date::text as today,
         (select beat_at from role_heartbeats where role = 'status') as at`,
    ),
  ]);
  const { today, at } = checked.rows[0]!;
  return { today, days: days.rows, incidents: incidents.rows, checkedAt: at };
}

/** How a part did on each of the last 90 days, oldest first, and over all of them. */
export function uptimeOf(name: PartName, { today, days }: History) {
  const own = new Map(days.filter(({ part }) => part === name).map((row) => [row.day, row]));
  const last = Date.parse(today);
  const shown = Array.from({ length: historyDays }, (_, n) => {
    const day = new Date(last - (historyDays - 1 - n) * 86_400_000).toISOString().slice(0, 10);
    const { checks, good } = own.get(day) ?? { checks: 0, good: 0 };
    return { day, checks, uptime: share(good, checks) };
  });
  const sum = (of: 'checks' | 'good') => [...own.values()].reduce((total, row) => total + row[of], 0);
  return { uptime: share(sum('good'), sum('checks')), days: shown };
}

const share = (good: number, checks: number) => (checks === 0 ? null : good / checks);

export async function sweepStatus({ owner }: Database): Promise<void> {
  await sql`delete from status_days where day <= (now() at time zone 'utc')::date - ${historyDays}::int`.execute(owner);
  await sql`delete from status_incidents where ended_at < now() - make_interval(days => ${historyDays})`.execute(owner);
}
