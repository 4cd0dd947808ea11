import { z } from 'zod';
import { Policy } from '../access/schema.ts';

/**
 * What an edge checks before it looks into its cache. A rule that is null is not asked.
 *
 * A link is signed by HMAC-SHA256 over `<directory>\n<expires>\n<address>`, written as base64url without padding:
 * `directory` is the path that the link covers, from `/` to `/`, percent-encoded as in the request; `expires` is Unix time in
 * seconds; `address` is the visitor's where links are bound to it (IPv6 as RFC 5952 writes it), otherwise empty. It is used as
 *   `<directory>~<expires>.<token>/<rest>`   in the path, so that what a playlist names by a relative URL carries it, or as
 *   `<directory><rest>?expires=<expires>&token=<token>`   in the query. A playlist asked for so is answered by a redirect
 *   to the form above.
 * The token is part of neither the cache key nor what the origin is asked for. 403: not valid or missing; 410: expired.
 */
export const EdgeToken = z.object({
  /** Any of them may have signed. */
  keys: z.array(z.string().min(16).max(128)).min(1).max(3),
  bindAddress: z.boolean(),
});
export type EdgeToken = z.infer<typeof EdgeToken>;

export const EdgeAccess = z.object({
  token: EdgeToken.nullable(),
  /** By the Referer's or Origin's host; `*.example.com` covers every name below. `none`: what names no site. */
  referrers: z.object({ policy: Policy, hosts: z.array(z.string()).max(500), none: Policy }).nullable(),
  /** ISO 3166 alpha-2; where it is unknown, a list of allowed countries does not hold it. */
  countries: z
    .object({ policy: Policy, list: z.array(z.string().length(2)).max(250), except: z.array(z.string()).max(100) })
    .nullable(),
  /** Addresses and networks (CIDR). */
  addresses: z.object({ policy: Policy, list: z.array(z.string()).max(500) }).nullable(),
  /** `*` stands for any run of characters; the whole user agent must match. */
  userAgents: z.object({ policy: Policy, list: z.array(z.string()).max(100), caseSensitive: z.boolean() }).nullable(),
  /** What the control plane signs links with that pass every rule: those of its own players. */
  pass: z.string().min(16).max(128).nullable(),
});
export type EdgeAccess = z.infer<typeof EdgeAccess>;
