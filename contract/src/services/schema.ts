import { z } from 'zod';

export const ServiceId = z.coerce
  .number<number>()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1001] });

export const CancellationRequest = z.object({
  type: z.enum(['Immediate', 'End of Billing Period']),
  reason: z.string().trim().min(3, 'Tell us in a few words why').max(2000, 'Use at most 2,000 characters'),
});
export type CancellationRequest = z.infer<typeof CancellationRequest>;
export const Cancellation = CancellationRequest.extend({ requestedAt: z.iso.datetime() });

export const Service = z
  .object({
    id: z.number().int().positive(),
    product: z.string(),
    domain: z.string(),
    domainstatus: z.enum(['Pending', 'Active', 'Suspended', 'Terminated', 'Cancelled']),
    favorite: z.boolean(),
    /** HTTP zones and DNS only. */
    isCDNPlus: z.boolean(),
    client: z.object({ email: z.email() }),
    createdAt: z.iso.datetime(),
    /** When the trial ends; null for what is paid for. */
    trialEndsAt: z.iso.datetime().nullable(),
    /** The request to cancel it that waits for the provider; null without one. */
    cancellation: Cancellation.nullable(),
  })
  .meta({
    id: 'Service',
    examples: [
      {
        id: 1001,
        product: 'CDN & Streaming Pro',
        domain: 'riverside.example',
        domainstatus: 'Active',
        favorite: true,
        isCDNPlus: false,
        client: { email: 'dana@riverside.example' },
        createdAt: '2026-11-21T09:30:00.000Z',
        trialEndsAt: null,
        cancellation: null,
      },
    ],
  });
export type Service = z.infer<typeof Service>;

/** What can be ordered, or tried. */
export const Product = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tab: z.enum(['Trial', 'Paid']),
    /** What it includes, one line each. */
    features: z.array(z.string()),
    isCDNPlus: z.boolean(),
    /** Length of the trial; null for what is paid for. */
    trialDays: z.number().int().nullable(),
  })
  .meta({
    id: 'Product',
    examples: [
      {
        id: 'trial-cdn',
        name: 'CDN Trial',
        description: 'Put a site or an API behind the edges and see what it does.',
        tab: 'Trial',
        features: ['HTTP pull zones', 'Purge by path, wildcard or zone', 'Traffic statistics'],
        isCDNPlus: false,
        trialDays: 14,
      },
    ],
  });
export type Product = z.infer<typeof Product>;

export const ProductGroup = z.object({ id: z.string(), name: z.string(), products: z.array(Product) });
export type ProductGroup = z.infer<typeof ProductGroup>;

export const NewTrial = z
  .object({
    product: z.string().min(1, 'Choose a plan').max(64),
    /** A name for the service, as a rule the customer's own domain. */
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, {
        error: ({ input }) =>
          /[:/]/.test(String(input))
            ? 'Without https:// and without a path, such as example.com'
            : 'Enter a domain such as example.com',
      }),
  })
  .meta({ examples: [{ product: 'trial-cdn', domain: 'riverside.example' }] });
export type NewTrial = z.infer<typeof NewTrial>;
