import { z } from 'zod';
import { Deployment } from '../lib/deployment.ts';
import { Revision } from '../lib/revision.ts';
import { ServiceId } from '../services/schema.ts';
import { writeMailbox } from './mailbox.ts';
import { mostNameCharacters } from './names.ts';

const id = z.string().regex(/^[a-z0-9]{1,32}$/);

export const DnsParams = z.object({ serviceId: ServiceId });
export const DomainParams = DnsParams.extend({ domainId: id.meta({ examples: ['d4k8s2m6x9q3w7tz'] }) });

/** The start of authority as customers see it, RFC 1035. Times are seconds. */
export const Soa = z
  .object({
    /** The first name server. */
    mname: z.string(),
    /** Whom to write to about the domain, as an e-mail address. */
    rname: z.string(),
    /** Grows with each change. */
    serial: z.number().int(),
    refresh: z.number().int(),
    retry: z.number().int(),
    expire: z.number().int(),
    /** How long a name that does not exist may be remembered. */
    minimum: z.number().int(),
    ttl: z.number().int(),
  })
  .meta({ id: 'Soa' });
export type Soa = z.infer<typeof Soa>;

const seconds = (least: number, most: number) =>
  z.coerce
    .number<number>(`Enter a number of seconds from ${least} to ${most}`)
    .int(`Enter a number of seconds from ${least} to ${most}`)
    .min(least, `Use at least ${least} seconds`)
    .max(most, `Use at most ${most} seconds`);

const noMailbox = 'Enter an e-mail address such as hostmaster@example.com';
const mailboxTooLong = 'Use an address with at most 63 characters before the @, 253 in all';
const isTooLong = (email: string) => email.indexOf('@') > 63 || email.length > mostNameCharacters;

export const SoaUpdate = z
  .object({
    rname: z
      .string()
      .trim()
      .regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, { abort: true, error: noMailbox })
      .refine((email) => !isTooLong(email), { abort: true, error: mailboxTooLong })
      .refine((email) => writeMailbox(email) !== null, noMailbox),
    refresh: seconds(1200, 86_400),
    retry: seconds(120, 86_400),
    expire: seconds(86_400, 4_838_400),
    minimum: seconds(60, 86_400),
    ttl: seconds(60, 604_800),
  })
  .partial()
  .meta({ examples: [{ rname: 'hostmaster@riverside.example', minimum: 3600 }] });

/** What the parent zone says about who serves the domain. */
export const Delegation = z
  .object({
    /**
     * `delegated`: all its name servers are ours; `partly`: ours among others; `elsewhere`: none is ours; `missing`: the
     * parent has no such domain; `unreachable`: the parent could not be asked; `unchecked`: nobody asked yet;
     * `confirmed`: an operator says so.
     */
    state: z.enum(['unchecked', 'delegated', 'partly', 'elsewhere', 'missing', 'unreachable', 'confirmed']),
    nameservers: z.array(z.string()),
    checkedAt: z.iso.datetime().nullable(),
    /** When the parent last named our servers. */
    seenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delegation' });
export type Delegation = z.infer<typeof Delegation>;

const domainExample = {
  id: 'd4k8s2m6x9q3w7tz',
  dnsid: 'd4k8s2m6x9q3w7tz',
  serviceId: 1001,
  domain: 'riverside.example',
  status: 1,
  statusDescription: 'Enabled',
  deleted: null,
  preferred: true,
  meta: { status: '1', isUpdated: true },
  stats: { records: 12, queries: 48_210 },
  dnssec: { status: 1 },
  soa: {
    mname: 'ns1.headwater.example',
    rname: 'hostmaster@riverside.example',
    serial: 2_026_112_103,
    refresh: 10_800,
    retry: 3600,
    expire: 604_800,
    minimum: 3600,
    ttl: 3600,
  },
  nameservers: ['ns1.headwater.example', 'ns2.headwater.example'],
  delegation: {
    state: 'delegated',
    nameservers: ['ns1.headwater.example', 'ns2.headwater.example'],
    checkedAt: '2026-11-21T09:30:00.000Z',
    seenAt: '2026-11-21T09:30:00.000Z',
  },
  revision: 7,
  deployment: {
    state: 'live',
    nodes: 2,
    appliedNodes: 2,
    latencyMs: 35,
    away: [],
    changedAt: '2026-11-21T09:30:00.000Z',
  },
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

export const DnsDomain = z
  .object({
    id: z.string(),
    /** The same as `id`. */
    dnsid: z.string(),
    serviceId: z.number().int(),
    /** ASCII, lower case. */
    domain: z.string(),
    /** 1 enabled, 0 disabled or deleted. */
    status: z.union([z.literal(0), z.literal(1)]),
    statusDescription: z.enum(['Enabled', 'Disabled', 'Deleted']),
    /** When it was deleted; null while it is there. Deleted, it can be restored for 30 days. */
    deleted: z.iso.datetime().nullable(),
    /** The one that the service's DNS page opens by itself. */
    preferred: z.boolean(),
    meta: z.object({
      /** 1 enabled, 0 disabled. */
      status: z.enum(['0', '1']),
      /** Whether the registrar's name servers were seen to be ours. */
      isUpdated: z.boolean(),
    }),
    stats: z.object({
      records: z.number().int(),
      /** Answered in the last 30 days. */
      queries: z.number().int(),
    }),
    dnssec: z.object({
      /** 1 signed. */
      status: z.union([z.literal(0), z.literal(1)]),
    }),
    soa: Soa,
    /** What belongs at the registrar. */
    nameservers: z.array(z.string()),
    delegation: Delegation,
    revision: Revision,
    deployment: Deployment,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'DnsDomain', examples: [domainExample] });
export type DnsDomain = z.infer<typeof DnsDomain>;

/** Ready-made sets of records to begin with. */
export const startTemplates = ['website', 'website-and-mail', 'no-mail'] as const;

export const zoneFileBytes = 5_000_000;
export const ZoneFileText = z
  .string()
  .min(1, 'Choose a zone file, or paste its text')
  .max(zoneFileBytes, 'A zone file may have at most 5,000,000 characters');

export const NewDomain = z
  .object({
    domain: z.string().trim().min(1, 'Enter a domain such as example.com').max(300),
    start: z.enum(['empty', 'template', 'import']).default('empty'),
    template: z.enum(startTemplates).optional(),
    /** Where the website of a template is: an IPv4 or IPv6 address. */
    address: z.string().trim().max(64).optional(),
    /** The zone file of an import. */
    zone: ZoneFileText.optional(),
  })
  .meta({
    examples: [
      { domain: 'riverside.example' },
      { domain: 'riverside.example', start: 'template', template: 'website', address: '192.0.2.10' },
    ],
  });
