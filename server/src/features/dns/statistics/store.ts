import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import type { Tx } from '../../../lib/db.ts';
import { beginSteps, type Span } from './spans.ts';

/** More than a chart can show; the newest count. */
const mostGaps = 1000;

type Row = { at: Date; type: string; rcode: string; queries: number };
export type Subject = { id: string; name: string; createdAt: Date };

/** A domain of this service, deleted or not. */
export async function findSubject(
  tx: Tx,
  { serviceId, domainId }: { serviceId: number; domainId: string },
): Promise<Subject | undefined> {
  const [row] = await tx.named<{ id: string; domain: string; created_at: Date }>(
    'dns-statistics-subject',
    'select id, domain, created_at from dns_domains where id = $1 and service_id = $2',
    [domainId, serviceId],
  );
  return row && { id: row.id, name: row.domain, createdAt: row.created_at };
}

export async function readStatistics(tx: Tx, domain: Subject, span: Span, now: Date): Promise<DnsStatistics> {
  const { starts, end } = beginSteps(span, now);
  const [rows, gaps, progress] = await Promise.all([
    tx.named<Row>(
      'dns-statistics',
      `select date_trunc($2, hour, 'UTC') as at, type, rcode, sum(queries)::bigint as queries
       from dns_usage where domain_id = $1 and hour >= $3 and hour < $4 group by 1, 2, 3`,
      [domain.id, span.step, span.from, end],
    ),
    readGaps(tx, domain, span.from, end),
    tx.named<{ counted_until: Date }>(
      'dns-statistics-progress',
      'select counted_until from dns_usage_progress where domain_id = $1',
      [domain.id],
    ),
  ]);
  const byStart = Map.groupBy(rows, ({ at }) => at.getTime());
  return {
    from: span.from.toISOString(),
    until: end.toISOString(),
    step: span.step,
    ...sumOf(rows),
    points: starts.map((at) => ({ at: at.toISOString(), ...sumOf(byStart.get(at.getTime()) ?? []) })),
    gaps,
    countedUntil: progress[0]?.counted_until.toISOString() ?? null,
  };
}

/** Of any name server: which domains it answered for while it did not count, nobody knows. */
async function readGaps(tx: Tx, { createdAt }: Subject, from: Date, until: Date): Promise<DnsStatistics['gaps']> {
  const since = createdAt > from ? createdAt : from;
  const rows = await tx.named<{ node: string; from_at: Date; until_at: Date }>(
    'dns-statistics-gaps',
    `select node, from_at, until_at from dns_usage_gaps where until_at > $1 and from_at < $2
     order by from_at desc, node limit ${mostGaps}`,
    [since, until],
  );
  return rows
    .toReversed()
    .map(({ node, from_at, until_at }) => ({ node, from: from_at.toISOString(), until: until_at.toISOString() }));
}

function sumOf(rows: readonly Row[]): Pick<DnsStatistics, 'queries' | 'types' | 'rcodes'> {
  const sums = { queries: 0, types: {} as Record<string, number>, rcodes: {} as Record<string, number> };
  for (const { type, rcode, queries } of rows) {
    sums.queries += queries;
    sums.types[type] = (sums.types[type] ?? 0) + queries;
    sums.rcodes[rcode] = (sums.rcodes[rcode] ?? 0) + queries;
  }
  return sums;
}

/** Each hour, type and answer of a span by itself, oldest first. */
export const listHours = (tx: Tx, domainId: string, { from, until }: { from: Date; until: Date }, most: number) =>
  tx.named<{ hour: Date; type: string; rcode: string; queries: number }>(
    'dns-statistics-hours',
    `select hour, type, rcode, queries from dns_usage where domain_id = $1 and hour >= $2 and hour < $3
     order by hour, type, rcode limit $4`,
    [domainId, from, until, most],
  );
