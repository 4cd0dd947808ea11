import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { DomainParams } from './domain.ts';

const tag = 'DNS';
const base = '/services/:serviceId/dns/domains/:domainId/statistics';
const year = z.coerce.number<number>().int().min(2020).max(2200);
const month = z.coerce.number<number>().int().min(1).max(12);
const day = z.coerce.number<number>().int().min(1).max(31);

/** Answers by what was asked for and by what was said. Names as DNS has them: `AAAA`, `NXDOMAIN`. */
const Split = z.record(z.string(), z.number().int());

export const DnsStatistics = z
  .object({
    /** Start of the first step and end of the last, ISO 8601 UTC. */
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    step: z.enum(['hour', 'day', 'month']),
    queries: z.number().int(),
    types: Split,
    rcodes: Split,
    /** Every step of the span up to now, empty ones included, oldest first. */
    points: z.array(z.object({ at: z.iso.datetime(), queries: z.number().int(), types: Split, rcodes: Split })),
    /** Spans in which a name server may have answered without counting. */
    gaps: z.array(z.object({ node: z.string(), from: z.iso.datetime(), until: z.iso.datetime() })),
    /** When the newest report that is counted here was accepted; null before the first one. */
    countedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DnsStatistics' });
export type DnsStatistics = z.infer<typeof DnsStatistics>;

const common = {
  method: 'GET',
  tag,
  access: 'dns.view',
  params: DomainParams,
  status: 200,
  reply: success({ statistics: DnsStatistics }),
  errors: ['not_found'],
} as const;

/** Days and hours are those of UTC; today is included. */
export const dnsStatisticsRoutes = {
  getDnsOverall: route({ ...common, path: base, summary: 'Queries since the domain was created, by month' }),
  getDnsDaily: route({
    ...common,
    path: `${base}/daily`,
    summary: 'Queries of one month, by day',
    query: z.object({ year, month }),
  }),
  getDnsHourly: route({
    ...common,
    path: `${base}/hourly`,
    summary: 'Queries of one day, by hour',
    query: z.object({ year, month, day }),
  }),
  getDnsLast30Days: route({ ...common, path: `${base}/last-30-days`, summary: 'Queries of the last 30 days, by day' }),
  getDnsYearly: route({
    ...common,
    path: `${base}/yearly`,
    summary: 'Queries of one year, by month',
    query: z.object({ year }),
  }),
};
