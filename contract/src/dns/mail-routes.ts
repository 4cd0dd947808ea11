import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { DnsDomain, DomainParams } from './domain.ts';
import { defaultTtl } from './record.ts';

const tag = 'DNS';
const list = '/services/:serviceId/dns/domains/:domainId/mail';
const one = `${list}/:mailId` as const;
const MailParams = DomainParams.extend({
  mailId: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/)
    .meta({ examples: ['r7w3k9t5m2x8q4nz'] }),
});
const number = z.union([z.number(), z.string().trim().max(20)]);
const changes = ['not_found', 'conflict', 'service_inactive', 'record_refused', 'record_changed'] as const;

/** Where mail for a host of the domain goes: an MX record. */
export const MailEntry = z
  .object({
    id: z.string(),
    host: z.string(),
    /** The mail server. */
    record: z.string(),
    priority: z.number().int(),
    ttl: z.string(),
    status: z.union([z.literal(0), z.literal(1)]),
  })
  .meta({ id: 'DnsMailEntry' });
export type MailEntry = z.infer<typeof MailEntry>;

/** The id and text of an ordinary TXT record. */
const Policy = z.object({ id: z.string(), host: z.string(), text: z.string() });
export type Policy = z.infer<typeof Policy>;

/** What the domain says about who may send in its name. */
export const MailPolicy = z
  .object({
    spf: z.array(Policy).describe('One at most: with more, whoever checks a sender heeds none of them'),
    dmarc: z.array(Policy).describe('One at most: with more, whoever checks a sender heeds none of them'),
    dkim: z.array(Policy),
  })
  .meta({ id: 'DnsMailPolicy' });
export type MailPolicy = z.infer<typeof MailPolicy>;

const fields = {
  host: z.string().max(300),
  record: z.string().trim().min(1, 'Enter the name of a mail server such as mail.example.com').max(300),
  priority: number,
  ttl: number,
};
const MailInput = z.object({
  ...fields,
  host: fields.host.default('@'),
  priority: number.default(10),
  ttl: number.default(defaultTtl),
});
// A default would stand in for what is left out, and so change it.
const MailUpdate = z.object(fields).partial();

export const mailRoutes = {
  listMail: route({
    method: 'GET',
    path: list,
    summary: 'Where mail for the domain goes, and who may send in its name',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 200,
    reply: success({ mail: z.array(MailEntry), policy: MailPolicy, domain: DnsDomain }),
    errors: ['not_found'],
  }),
  addMail: route({
    method: 'POST',
    path: list,
    summary: 'Add a mail server',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: MailInput.meta({ examples: [{ record: 'mail.riverside.example', priority: 10 }] }),
    status: 201,
    reply: success({ entry: MailEntry, domain: DnsDomain }),
    errors: changes,
  }),
  updateMail: route({
    method: 'PATCH',
    path: one,
    summary: 'Change a mail server; fields left out stay as they are',
    tag,
    access: 'dns.manage',
    params: MailParams,
    body: MailUpdate.meta({ examples: [{ priority: 20 }] }),
    status: 200,
    reply: success({ entry: MailEntry, domain: DnsDomain }),
    errors: changes,
  }),
  deleteMail: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a mail server',
    tag,
    access: 'dns.manage',
    params: MailParams,
    status: 200,
    reply: success({ entry: MailEntry, domain: DnsDomain }),
    errors: changes,
  }),
};
