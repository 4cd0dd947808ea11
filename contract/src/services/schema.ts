import { z } from 'zod';

export const ServiceId = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER);

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
  .meta({ id: 'Service' });
export type Service = z.infer<typeof Service>;
