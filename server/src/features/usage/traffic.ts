import { noTraffic, type StatisticsRange, type Traffic } from '@headwater/contract/lib/series';
import type { Tx } from '../../lib/db.ts';

const steps = {
  '1h': { step: 'minute', stepSeconds: 60, count: 60 },
  '24h': { step: 'hour', stepSeconds: 3600, count: 24 },
  '7d': { step: 'hour', stepSeconds: 3600, count: 168 },
  '30d': { step: 'day', stepSeconds: 86_400, count: 30 },
} as const satisfies Record<StatisticsRange, { step: string; stepSeconds: number; count: number }>;

type Counts = typeof noTraffic;

/** The starts of a range's steps, oldest first; the last one is under way. */
export function stepStarts(range: StatisticsRange, now: Date): Date[] {
  const { stepSeconds, count } = steps[range];
  const current = Math.floor(now.getTime() / 1000 / stepSeconds) * stepSeconds;
  return Array.from({ length: count }, (_, index) => new Date((current - (count - 1 - index) * stepSeconds) * 1000));
}

/** Traffic of a zone, or of all zones of a service together. */
export async function readTraffic(
  tx: Tx,
  of: { serviceId: number; zoneId: string | null },
  range: StatisticsRange,
  now: Date,
): Promise<Traffic> {
  const { step, stepSeconds } = steps[range];
  const starts = stepStarts(range, now);
  const since = starts[0]!;
  const [rows, countries, paths, progress] = await Promise.all([
    tx.named<Counts & { at: Date }>(
      'read-traffic',
      `select at, sum(requests)::bigint as requests, sum(bytes)::bigint as bytes, sum(hits)::bigint as hits,
         sum(hit_bytes)::bigint as "hitBytes", sum(status_2xx)::bigint as "status2xx", sum(status_3xx)::bigint as "status3xx",
         sum(status_4xx)::bigint as "status4xx", sum(status_5xx)::bigint as "status5xx"
       from usage where service_id = $1 and ($2::text is null or zone_id = $2) and step = $3 and at >= $4 group by at`,
      [of.serviceId, of.zoneId, step, since],
    ),
    readTop<{ country: string }>(tx, 'countries', 'country', of, since),
    readTop<{ path: string }>(tx, 'paths', 'path', of, since),
    tx.named<{ counted_until: Date }>(
      'usage-progress',
      'select counted_until from usage_progress where service_id = $1',
      [of.serviceId],
    ),
  ]);
  const byStart = new Map(rows.map(({ at, ...counts }) => [at.getTime(), counts]));
  const points = starts.map((at) => ({ at: at.toISOString(), ...(byStart.get(at.getTime()) ?? noTraffic) }));
  return {
    range,
    stepSeconds,
    points,
    totals: points.reduce(addCounts, noTraffic),
    countries,
    paths,
    countedUntil: progress[0]?.counted_until.toISOString() ?? null,
  };
}

/** The busiest countries or paths since the hour in which the range begins. */
function readTop<Key extends { country: string } | { path: string }>(
  tx: Tx,
  table: 'countries' | 'paths',
  column: 'country' | 'path',
  of: { serviceId: number; zoneId: string | null },
  since: Date,
) {
  return tx.named<Key & { requests: number; bytes: number }>(
    `top-${table}`,
    `select ${column}, sum(requests)::bigint as requests, sum(bytes)::bigint as bytes from usage_${table}
     where service_id = $1 and ($2::text is null or zone_id = $2) and hour >= date_trunc('hour', $3::timestamptz, 'UTC')
     group by ${column} order by requests desc, ${column} limit 20`,
    [of.serviceId, of.zoneId, since],
  );
}

function addCounts(sum: Counts, point: Counts): Counts {
  const added = { ...sum };
  for (const key of Object.keys(noTraffic) as (keyof Counts)[]) added[key] += point[key];
  return added;
}
