import { z } from 'zod';

/** How far back a statistic looks: by minute up to an hour, by hour up to two days, by day beyond. */
export const StatisticsRange = z.enum(['1h', '24h', '7d', '30d']);
export type StatisticsRange = z.infer<typeof StatisticsRange>;

export const TrafficPoint = z.object({
  /** Start of the step, ISO 8601 UTC. */
  at: z.iso.datetime(),
  requests: z.number().int(),
  bytes: z.number().int(),
  hits: z.number().int(),
  hitBytes: z.number().int(),
  status2xx: z.number().int(),
  status3xx: z.number().int(),
  status4xx: z.number().int(),
  status5xx: z.number().int(),
});
export type TrafficPoint = z.infer<typeof TrafficPoint>;

/** The counts of a step in which nothing happened. */
export const noTraffic: Omit<TrafficPoint, 'at'> = {
  requests: 0,
  bytes: 0,
  hits: 0,
  hitBytes: 0,
  status2xx: 0,
  status3xx: 0,
  status4xx: 0,
  status5xx: 0,
};

export const Traffic = z
  .object({
    range: StatisticsRange,
    stepSeconds: z.number().int(),
    /** Every step of the range, empty ones included, oldest first. */
    points: z.array(TrafficPoint),
    totals: TrafficPoint.omit({ at: true }),
    countries: z.array(z.object({ country: z.string(), requests: z.number().int(), bytes: z.number().int() })),
    paths: z.array(z.object({ path: z.string(), requests: z.number().int(), bytes: z.number().int() })),
    /** When the newest usage report that is counted here was accepted; null before the first one. */
    countedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Traffic' });
export type Traffic = z.infer<typeof Traffic>;
