import { z } from 'zod';
import { EdgeAccess } from './edge-access.ts';

/**
 * What an edge follows, as rows of the desired-state feed of kind `edge`.
 * Row keys: `zone/<zoneId>` carries an EdgeZone, `purge/<purgeId>` an EdgePurge.
 */

/** Where the inner layer fetches what is not cached. */
export const EdgeOrigin = z.object({
  /** `http:` or `https:`, a host, an optional port; an optional path is prefixed to every request path. */
  url: z.url({ protocol: /^https?$/ }).max(2048),
  /** The Host header sent to the origin; the origin's own host when null. */
  hostHeader: z.string().max(255).nullable(),
  /** True for origins that the provider runs itself (the demo site): the address check does not apply to them. Customers cannot set it. */
  system: z.boolean(),
  /** Sent to an origin that the provider runs itself as `X-Headwater-Door`, which opens for nobody without it. */
  door: z.string().min(16).max(128).nullable().default(null),
});

export const EdgeZone = z.object({
  /** The root of every cache key, counter and log line. */
  id: z.string().regex(/^[a-z0-9]{1,32}$/),
  /** Host names served, lower case, without port. */
  hosts: z.array(z.string().min(1).max(253)).min(1).max(100),
  /**
   * The first segment of the request paths that are this zone's, such as `news` of `/news/index.m3u8`: other zones may share
   * its hosts. The origin sees the whole path. Null: every path, and the hosts are the zone's alone.
   */
  path: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/)
    .nullable()
    .default(null),
  /** A disabled zone answers 403 with a page that says so. */
  disabled: z.boolean(),
  origin: EdgeOrigin,
  /** Checked before anything is served, from the cache too. Null: everybody may fetch. */
  access: EdgeAccess.nullable().default(null),
  /** `passed`: nothing is stored, and ranges are asked of the origin as visitors ask for them. For large files nearby. */
  delivery: z.enum(['cached', 'passed']).default('cached'),
  cache: z.object({
    /** Seconds an answer stays at the edge, whatever the origin says; null honours the origin's headers. 0 never stores. */
    edgeTtlSeconds: z.number().int().min(0).max(31_536_000).nullable(),
    /** Whether the query string is part of the cache key. The origin always receives it. */
    queryString: z.enum(['keep', 'ignore']),
    /** Seconds a stale answer may stand in for an origin that fails. 0 turns it off. */
    staleIfErrorSeconds: z.number().int().min(0).max(604_800),
  }),
  purge: z.object({
    /** Only grows; a new generation makes everything cached before unreachable. */
    generation: z.number().int().min(0),
    /** Wildcard purges, newest last: a number that only grows, and a path pattern in which `*` stands for any run of characters. */
    bans: z.array(z.tuple([z.number().int().positive(), z.string().max(2048)])).max(128),
  }),
});
export type EdgeZone = z.infer<typeof EdgeZone>;

/** Exact purges: request paths with their query string, percent-encoded as in a URL. */
export const EdgePurge = z.object({
  zoneId: EdgeZone.shape.id,
  paths: z.array(z.string().startsWith('/').max(4096)).max(1000),
});
export type EdgePurge = z.infer<typeof EdgePurge>;

const count = z.number().int().nonnegative();

/** What one zone served in one minute, counted from an edge's access log. */
export const UsageMinute = z.object({
  zoneId: EdgeZone.shape.id,
  /** Start of the minute, ISO 8601 UTC. */
  minute: z.iso.datetime(),
  requests: count,
  bytes: count,
  /** Requests and bytes answered from the edge's cache (HIT, STALE, UPDATING, REVALIDATED). */
  hits: count,
  hitBytes: count,
  status2xx: count,
  status3xx: count,
  status4xx: count,
  status5xx: count,
  /** Requests and bytes by ISO 3166 country; `XX` where unknown. */
  countries: z.record(z.string().regex(/^[A-Z]{2}$/), z.tuple([count, count])),
  /** The busiest paths (without query), at most 50 a minute: requests and bytes. */
  paths: z.array(z.tuple([z.string().max(512), count, count])).max(50),
  /**
   * How many different visitors (address and user agent) fetched a playlist (`.m3u8`) and were not counted in an earlier
   * batch of this minute, so that batches can be summed; an older edge does not say.
   */
  viewers: count.optional(),
});
export type UsageMinute = z.infer<typeof UsageMinute>;
