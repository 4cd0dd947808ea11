import { z } from 'zod';

/**
 * What a DNS node follows, as rows of the desired-state feed of kind `dns`.
 * Row keys: `domain/<domainId>` carries a DnsZone. There are no events.
 */

/** A domain name as documents carry it: ASCII, lower case, absolute, without the dot at its end. */
const Name = z.string().min(1).max(253);

/** All records of one name and type. */
export const DnsRrset = z.object({
  name: Name,
  type: z.string().regex(/^[A-Z0-9]{1,16}$/),
  ttl: z.number().int().min(0).max(2_147_483_647),
  /** Their data in presentation format, canonical, sorted; names in it are absolute with a dot at the end. Not one twice. */
  records: z.array(z.string().min(1).max(70_000)).min(1),
});
export type DnsRrset = z.infer<typeof DnsRrset>;

export const DnsSigning = z.object({
  /** ECDSAP256SHA256 (13), one combined signing key. RFC 6605. */
  algorithm: z.literal(13),
  /** The private key in the ISC format (`Private-key-format: v1.2 …`). In the database it is sealed; nodes get it opened. */
  privateKey: z.string().max(4000),
});

export const DnsZone = z.object({
  /** The root of every counter. */
  id: z.string().regex(/^[a-z0-9]{1,32}$/),
  name: Name,
  /** Sorted by name and type. The SOA and the NS of the zone's own name are among them; the SOA's serial grows with each change. */
  rrsets: z.array(DnsRrset).min(2),
  /** Null: the zone is not signed. */
  signing: DnsSigning.nullable(),
});
export type DnsZone = z.infer<typeof DnsZone>;

const count = z.number().int().nonnegative();

/** How often one zone was asked for in one hour, by type and answer; counted from dnsdist's log of responses. */
export const DnsUsageHour = z.object({
  zoneId: DnsZone.shape.id,
  /** Start of the hour, ISO 8601 UTC. */
  hour: z.iso.datetime(),
  /** `A`, `MX` …, or `TYPE65400` where it has no name. */
  type: z.string().regex(/^[A-Z0-9-]{1,16}$/),
  /** `NOERROR`, `NXDOMAIN`, `REFUSED` …, or `RCODE11` where it has no name. */
  rcode: z.string().regex(/^[A-Z0-9]{1,16}$/),
  queries: count,
});
export type DnsUsageHour = z.infer<typeof DnsUsageHour>;

/** A span in which a node may have answered without counting: its counter or dnsdist was killed. */
export const DnsUsageGap = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });
export type DnsUsageGap = z.infer<typeof DnsUsageGap>;
