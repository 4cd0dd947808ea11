import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { DnsDomain, DomainParams } from './domain.ts';

const tag = 'DNS';
const one = '/services/:serviceId/dns/domains/:domainId/security';

/** A delegation signer, RFC 4034 section 5: what the parent publishes so that signatures can be trusted. */
export const Ds = z.object({
  keyTag: z.number().int(),
  algorithm: z.number().int(),
  digestType: z.number().int(),
  /** Hexadecimal, upper case. */
  digest: z.string(),
});
export type Ds = z.infer<typeof Ds>;

export const DnsSecurity = z
  .object({
    /** 1 signed. */
    status: z.union([z.literal(0), z.literal(1)]),
    /** In words. */
    statusText: z.string(),
    algorithm: z.string(),
    flags: z.number().int(),
    protocol: z.number().int(),
    /** Base64, as registrars ask for it; null while it is not signed. */
    publicKey: z.string().nullable(),
    keyTag: z.number().int().nullable(),
    /** With digests 2 (SHA-256) and 4 (SHA-384); empty while it is not signed. */
    ds: z.array(Ds.extend({ text: z.string() })),
    parent: z.object({
      /** `published`: the parent has one of ours; `other`: it has only others; `none`; `unchecked`; `unreachable`. */
      state: z.enum(['published', 'other', 'none', 'unchecked', 'unreachable']),
      ds: z.array(Ds),
      checkedAt: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'DnsSecurity' });
export type DnsSecurity = z.infer<typeof DnsSecurity>;

const reply = success({ security: DnsSecurity, domain: DnsDomain });

export const securityRoutes = {
  getSecurity: route({
    method: 'GET',
    path: one,
    summary: 'Whether the domain is signed, and what its registrar needs',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 200,
    reply,
    errors: ['not_found'],
  }),
  setSecurity: route({
    method: 'PUT',
    path: one,
    summary:
      'Sign the domain (1) or stop (0); refused while the parent publishes its DS or cannot be asked, unless `force`',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: z
      .object({ status: z.union([z.literal(0), z.literal(1)]), force: z.boolean().default(false) })
      .meta({ examples: [{ status: 1 }] }),
    status: 200,
    reply,
    errors: ['not_found', 'conflict', 'service_inactive', 'ds_published', 'ds_unknown'],
  }),
  checkSecurity: route({
    method: 'POST',
    path: `${one}/check`,
    summary: 'Ask the parent zone which DS it publishes',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 200,
    reply,
    errors: ['not_found', 'rate_limited'],
  }),
};
