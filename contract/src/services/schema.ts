import { z } from 'zod';

export const ServiceId = z.coerce
  .number<number>()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1001] });

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
      },
    ],
  });
export type Service = z.infer<typeof Service>;
