import { z } from 'zod';
import { Permission } from '../lib/permissions.ts';
import { ServiceId } from '../services/schema.ts';

/** An IPv4 or IPv6 address, or a range of them in CIDR notation. */
export const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Enter an address or a range such as 203.0.113.0/24',
});

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The beginning of the key, by which people recognise it. */
    start: z.string(),
    permissions: z.array(Permission),
    /** The services it is limited to; null for all of the account, later ones included. */
    services: z.array(z.number().int()).nullable(),
    /** The addresses it may be used from; null for any. */
    addresses: z.array(z.string()).nullable(),
    expiresAt: z.iso.datetime().nullable(),
    /** Who made it: it can never do more than they can. */
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    lastUsedFrom: z.string().nullable(),
    state: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({
    id: 'ApiKey',
    examples: [
      {
        id: 'k3v9q2m7x4t8w6p5',
        name: 'Deploy pipeline',
        start: 'hwk_xlTK',
        permissions: ['zones.view', 'zones.manage'],
        services: [1001],
        addresses: ['203.0.113.0/24'],
        expiresAt: '2027-11-21T00:00:00.000Z',
        createdBy: 'Dana Demo',
        createdAt: '2026-11-21T09:30:00.000Z',
        lastUsedAt: '2026-11-21T10:12:30.000Z',
        lastUsedFrom: '203.0.113.7',
        state: 'active',
      },
    ],
  });
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name')
      .max(100, 'Use at most 100 characters')
      .refine((name) => !/\p{Cc}/u.test(name), 'Leave out control characters'),
    permissions: z.array(Permission).min(1, 'Choose at least one permission'),
    services: z.array(ServiceId).min(1, 'Choose at least one service').max(100).nullable().default(null),
    addresses: z.array(AddressRange).min(1, 'Enter at least one address').max(50).nullable().default(null),
    expiresAt: z.iso.datetime().nullable().default(null),
  })
  .meta({
    examples: [
      {
        name: 'Deploy pipeline',
        permissions: ['zones.view', 'zones.manage'],
        services: [1001],
        addresses: ['203.0.113.0/24'],
        expiresAt: '2027-11-21T00:00:00.000Z',
      },
    ],
  });
export type NewApiKey = z.infer<typeof NewApiKey>;
