import { z } from 'zod';

/**
 * Who may fetch: the same shapes for streams and for zones, in what customers set and in what edges are told. A list says
 * `allow` or `block` in words: `allow` lets in what it names and nobody else, `block` keeps out what it names.
 */
export const Policy = z.enum(['allow', 'block']);
export type Policy = z.infer<typeof Policy>;

/** An address or a network: `203.0.113.7`, `2001:db8::/32`. */
export const Network = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => isNetwork(text), 'Enter an address such as 203.0.113.7 or a network such as 203.0.113.0/24');

function isNetwork(text: string): boolean {
  return (
    z.ipv4().safeParse(text).success ||
    z.ipv6().safeParse(text).success ||
    z.cidrv4().safeParse(text).success ||
    z.cidrv6().safeParse(text).success
  );
}

/** `example.com`, or `*.example.com` for every name below it. */
export const HostPattern = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/,
    'Enter a host name such as www.example.com, or *.example.com for every name below it',
  );

/** ISO 3166 alpha-2. */
export const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country by its two letters, such as DE');

/** `*` stands for any run of characters. */
export const AgentPattern = z
  .string()
  .trim()
  .min(1, 'Enter a part of a user agent, such as *VLC*')
  .max(200, 'Use at most 200 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'Control characters cannot be part of a user agent');

const list = <T extends z.ZodType>(item: T, most = 500) => z.array(item).max(most, `Use at most ${most} entries`);

/** Which web sites may embed: by the Referer or Origin that a browser sends. */
export const DomainLock = z.object({
  enabled: z.boolean(),
  policy: Policy,
  list: list(HostPattern),
  /** What becomes of requests that name no site, as players outside browsers do. */
  noReferrer: Policy,
});
export type DomainLock = z.infer<typeof DomainLock>;

export const GeoBlock = z.object({
  enabled: z.boolean(),
  policy: Policy,
  list: list(Country, 250),
  /** Let in whatever their country. */
  exceptIps: list(Network, 100),
});
export type GeoBlock = z.infer<typeof GeoBlock>;

export const IpAccess = z.object({ enabled: z.boolean(), policy: Policy, list: list(Network) });
export type IpAccess = z.infer<typeof IpAccess>;

export const UserAgents = z.object({
  enabled: z.boolean(),
  policy: Policy,
  list: list(AgentPattern, 100),
  caseSensitive: z.boolean(),
});
export type UserAgents = z.infer<typeof UserAgents>;

/** What links are signed with. */
export const TokenSecret = z
  .string()
  .regex(/^[\x21-\x7e]{16,128}$/, 'Use 16 to 128 printable characters, without spaces');

export const SecureToken = z.object({
  enabled: z.boolean(),
  /** The second one is the one before, good until everybody signs with the first. */
  secrets: z.array(TokenSecret).max(2, 'At most two secrets are good at a time'),
  /** A link is good for the address that it was made for, and for no other. */
  bindIp: z.boolean(),
});
export type SecureToken = z.infer<typeof SecureToken>;
