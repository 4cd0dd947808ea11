import { z } from 'zod';
import { Deployment } from '../lib/deployment.ts';
import { Revision } from '../lib/revision.ts';
import { ServiceId } from '../services/schema.ts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A DNS label: the first part of the zone's host name. */
export const Alias = z
  .string()
  .trim()
  .toLowerCase()
  .regex(label, 'Use 1 to 63 letters, digits and hyphens, without a hyphen at either end')
  .refine((alias) => !alias.startsWith('xn--'), 'Names that start with xn-- are not available')
  // The hosts of live streams: `live-<serviceId>`.
  .refine((alias) => !/^live-\d+$/.test(alias), 'Names such as live-1 belong to live streams');

export const ZoneName = z.string().trim().min(1, 'Enter a name').max(100, 'Use at most 100 characters');

export const OriginUrl = z
  .string()
  .trim()
  .min(1, 'Enter the address of your origin')
  .max(2048)
  .refine((text) => originProblem(text) === null, {
    error: (issue) => originProblem(String(issue.input)) ?? 'Enter an address such as https://origin.example.com',
  });

/** Why a text cannot be an origin, in words for the person who typed it; null when it can. */
export function originProblem(text: string): string | null {
  const shape = 'Enter an address such as https://origin.example.com';
  // URL drops some of these and reads others as a slash: what is stored must be what was meant.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The address must not contain spaces, backslashes or control characters';
  if (!/^https?:\/\//i.test(text)) return `${shape}: it must start with http:// or https://`;
  if (!URL.canParse(text)) return shape;
  const url = new URL(text);
  if (url.username || url.password) return 'The address must not contain a user name or a password';
  if (url.search || text.includes('?')) return 'The address must not contain a query string';
  if (url.hash || text.includes('#')) return 'The address must not contain a fragment (#…)';
  if (url.port === '0') return 'Port 0 cannot be reached';
  const host = url.hostname;
  if (!host.startsWith('[') && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) return shape;
  if (host.split('.').some((part) => part === '' || part.length > 63) && !host.startsWith('[')) return shape;
  return null;
}

/** Only what an HTTP request may carry as a Host header. */
export const HostHeader = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'Enter a host name such as www.example.com');

export const ZoneSettings = z.object({
  hostHeader: HostHeader.nullable(),
  edgeTtlSeconds: z
    .number()
    .int('Enter whole seconds')
    .min(0, 'Enter 0 or more seconds')
    .max(31_536_000, 'One year (31,536,000 seconds) is the most')
    .nullable(),
  queryString: z.enum(['keep', 'ignore']),
  staleIfErrorSeconds: z
    .number()
    .int('Enter whole seconds')
    .min(0, 'Enter 0 or more seconds')
    .max(604_800, 'One week (604,800 seconds) is the most'),
});
export type ZoneSettings = z.infer<typeof ZoneSettings>;

/** Modes and types that exist so far. */
export const ZoneMode = z.enum(['http']);
export const ZoneType = z.enum(['pull']);

export const Zone = z
  .object({
    id: z.string(),
    zoneId: z.string(),
    name: z.string(),
    /** The alias: the first label of the host name. */
    zone: z.string(),
    mode: ZoneMode,
    type: ZoneType,
    serviceId: z.number().int(),
    hostname: z.string(),
    /** Where the zone answers on this installation, with scheme and port. */
    url: z.string(),
    origin: z.string(),
    settings: ZoneSettings,
    /** 0 enabled, 1 disabled. */
    status: z.union([z.literal(0), z.literal(1)]),
    revision: Revision,
    deployment: Deployment,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** Set on a deleted zone, which can be restored until `restorableUntil`. */
    deletedAt: z.iso.datetime().nullable(),
    restorableUntil: z.iso.datetime().nullable(),
    /** Traffic of the last 24 hours. */
    traffic24h: z.object({
      requests: z.number().int(),
      bytes: z.number().int(),
      hits: z.number().int(),
      status5xx: z.number().int(),
    }),
  })
  .meta({
    id: 'Zone',
    examples: [
      {
        id: 'k3m7x2p9w4n8t6ab',
        zoneId: 'k3m7x2p9w4n8t6ab',
        name: 'Riverside site',
        zone: 'riverside',
        mode: 'http',
        type: 'pull',
        serviceId: 1001,
        hostname: 'riverside.cdn.example',
        url: 'http://riverside.cdn.example:8080',
        origin: 'https://www.example.com',
        settings: { hostHeader: null, edgeTtlSeconds: 3600, queryString: 'keep', staleIfErrorSeconds: 86_400 },
        status: 0,
        revision: 3,
        deployment: {
          state: 'live',
          nodes: 1,
          appliedNodes: 1,
          latencyMs: 180,
          away: [],
          changedAt: '2026-11-21T09:30:00.000Z',
        },
        createdAt: '2026-11-21T09:30:00.000Z',
        updatedAt: '2026-11-21T09:30:00.000Z',
        deletedAt: null,
        restorableUntil: null,
        traffic24h: { requests: 120_000, bytes: 9_800_000_000, hits: 114_000, status5xx: 12 },
      },
    ],
  });
export type Zone = z.infer<typeof Zone>;

export const NewZone = z
  .object({
    name: ZoneName.describe('What you know the zone by.'),
    zone: Alias.optional().describe('The first part of its host name. Taken from the name when left out.'),
    origin: OriginUrl.describe('Your own web server: where the edges fetch files that they do not have.'),
    settings: ZoneSettings.partial().optional(),
  })
  .meta({
    examples: [
      { name: 'Riverside site', origin: 'https://www.example.com' },
      {
        name: 'Shop images',
        zone: 'shop-images',
        origin: 'https://www.example.com/images',
        settings: { edgeTtlSeconds: 86_400, queryString: 'ignore' },
      },
    ],
  });

export const ZoneUpdate = z
  .object({ name: ZoneName, origin: OriginUrl, settings: ZoneSettings.partial() })
  .partial()
  .refine((update) => Object.keys(update).length > 0, 'Name at least one field to change')
  .meta({ examples: [{ origin: 'https://www.example.com', settings: { edgeTtlSeconds: null } }] });

export const ServiceParams = z.object({ serviceId: ServiceId });
export const ZoneKindParams = ServiceParams.extend({ mode: ZoneMode, type: ZoneType });
const id = z.string().regex(/^[a-z0-9]{1,32}$/);
export const ZoneParams = ZoneKindParams.extend({ zoneId: id.meta({ examples: ['k3m7x2p9w4n8t6ab'] }) });
export const PurgeParams = ZoneParams.extend({ purgeId: id.meta({ examples: ['p5r2d8q7m3k9x4cd'] }) });
