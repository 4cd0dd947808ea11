import { z } from 'zod';
import { Revision } from '../lib/revision.ts';
import { DomainParams } from './domain.ts';

export const RecordParams = DomainParams.extend({
  recordId: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/)
    .meta({ examples: ['r7w3k9t5m2x8q4nz'] }),
});

/** The TTL of a record that nobody chose one for. Records carry it as text, as the specification shows it. */
export const defaultTtl = '3600';

const onOff = z.union([z.literal(0), z.literal(1)]);

export const DnsRecord = z
  .object({
    id: z.string(),
    domainId: z.string(),
    /** The owner relative to the domain; `@` for the domain itself. */
    host: z.string(),
    type: z.string(),
    /** Its data; priority, weight and port of MX and SRV stand beside it. Text of TXT as people read it. */
    record: z.string(),
    /** Seconds, as text. */
    ttl: z.string(),
    priority: z.number().int().nullable(),
    weight: z.number().int().nullable(),
    port: z.number().int().nullable(),
    /** 1 is answered, 0 is kept and not answered. */
    status: onOff,
    note: z.string(),
    /** 1: answered with the edges' addresses, which serve the host from this record's own value. */
    proxy: onOff,
    /** Why edges do not serve the host as it is now, in their words; null where nothing is wrong, or it is not proxied. */
    proxyProblem: z.string().nullable(),
    /** 1: a secret address changes it. */
    dynamicurl_status: onOff,
    /** When its secret address last changed or confirmed it. */
    dynamicUsedAt: z.iso.datetime().nullable(),
    revision: Revision,
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'DnsRecord',
    examples: [
      {
        id: 'r7w3k9t5m2x8q4nz',
        domainId: 'd4k8s2m6x9q3w7tz',
        host: 'www',
        type: 'A',
        record: '192.0.2.10',
        ttl: '3600',
        priority: null,
        weight: null,
        port: null,
        status: 1,
        note: 'the new web server',
        proxy: 0,
        proxyProblem: null,
        dynamicurl_status: 0,
        dynamicUsedAt: null,
        revision: 2,
        updatedAt: '2026-11-21T09:30:00.000Z',
      },
    ],
  });
export type DnsRecord = z.infer<typeof DnsRecord>;

/** A number, or the text of one: forms and the specification speak of both. */
const number = z.union([z.number(), z.string().trim().max(20)]);
const ttl = number.meta({
  description: 'Seconds that resolvers may remember the answer, 30 to 2592000 (30 days).',
  examples: ['3600', 300],
});
const numbers = {
  priority: number.nullish().meta({
    description: 'MX and SRV, 0 to 65535: the lowest is tried first. Left out or null for other types.',
    examples: [10],
  }),
  weight: number.nullish().meta({
    description: 'SRV, 0 to 65535: among servers of one priority, more weight gets more visitors.',
    examples: [5],
  }),
  port: number.nullish().meta({ description: 'SRV, 1 to 65535: where the service listens.', examples: [5060] }),
};
const note = z.string().trim().max(500, 'Use at most 500 characters');

/** What a record is made of. What makes sense for its type is judged by `readRecord`, field by field. */
export const RecordInput = z.object({
  host: z.string().max(300).default('@'),
  type: z.string().trim().toUpperCase().min(1, 'Choose a type').max(20),
  record: z.string().max(70_000),
  ttl: ttl.default(defaultTtl),
  ...numbers,
});
export type RecordInput = z.infer<typeof RecordInput>;

export const NewRecord = RecordInput.extend({ status: onOff.default(1), note: note.default('') }).meta({
  examples: [
    { host: 'www', type: 'A', record: '192.0.2.10', ttl: '3600' },
    { host: '@', type: 'MX', record: 'mail.riverside.example', ttl: '3600', priority: 10 },
  ],
});

/** What is left out stays; the type cannot be changed. */
export const RecordUpdate = z
  .object({
    host: z.string().max(300),
    record: z.string().max(70_000),
    ttl,
    ...numbers,
    note,
  })
  .partial()
  .meta({ examples: [{ record: '192.0.2.11', ttl: '300' }] });

/** At most so many records are changed by one call. */
export const mostAtOnce = 20_000;
export const RecordIds = z
  .array(z.string().max(32))
  .min(1, 'Choose at least one record')
  .max(mostAtOnce, `At most ${mostAtOnce} records at once`);

/** Batches of the bulk operations, as the specification sets them. */
export const ttlBatch = 8;
export const copyBatch = 6;

/** How one record of a batch fared. */
export const BatchResult = z.object({
  id: z.string(),
  state: z.enum(['done', 'skipped', 'failed']),
  /** Why it was skipped or failed. */
  message: z.string().optional(),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** One identifier for all batches of one operation: it is undone as a whole. */
const operation = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,64}$/)
  .optional();

export const TtlBatch = z
  .object({
    ids: z.array(z.string().max(32)).min(1).max(ttlBatch, `A batch has at most ${ttlBatch} records`),
    ttl,
    operation,
  })
  .meta({ examples: [{ ids: ['r7w3k9t5m2x8q4nz'], ttl: '300' }] });

export const CopyBatch = z
  .object({
    /** Records of the domain in the path … */
    ids: z.array(z.string().max(32)).min(1).max(copyBatch, `A batch has at most ${copyBatch} records`),
    /** … are copied into this one. */
    targetDomainId: DomainParams.shape.domainId,
    /** Keeps each TTL; else `3600`. */
    preserveTtl: z.boolean().default(false),
    /** Puts the target domain in the place of the source domain's text in `record` and `host`. */
    replaceSourceDomain: z.boolean().default(false),
    /** Only these types; others are skipped. */
    types: z.array(z.string().max(20)).min(1, 'Choose at least one type').max(100),
    operation,
  })
  .meta({
    examples: [
      { ids: ['r7w3k9t5m2x8q4nz'], targetDomainId: 'd9t3x7m2k6w4q8sz', types: ['A', 'MX'], preserveTtl: true },
    ],
  });

/** The last change of a domain's records, which can be undone. */
export const LastChange = z
  .object({
    /** In words: `3 records deleted`. */
    summary: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
  })
  .meta({ id: 'DnsLastChange' });
export type LastChange = z.infer<typeof LastChange>;
