import { Service } from '@headwater/contract/services/schema';
import { z } from 'zod';
import { command } from '../../lib/command.ts';
import { findCustomer } from '../account/index.ts';

export const commands = {
  'service create': command({
    summary: 'Create a service for a customer',
    options: z.object({
      email: z.email().toLowerCase().describe('sign-in of the main account holder'),
      product: z.string().min(1).max(200).describe('what was bought, such as "CDN & Streaming Pro"'),
      domain: z.string().min(1).max(253).describe('what the customer knows the service by'),
      status: Service.shape.domainstatus
        .default('Active')
        .describe('Pending, Active, Suspended, Terminated or Cancelled'),
      cdnPlus: z.boolean().default(false).describe('HTTP zones and DNS only'),
    }),
    async run({ email, product, domain, status, cdnPlus }, { database, print }) {
      const customerId = await findCustomer(database.owner, email);
      const { id } = await database.owner
        .insertInto('services')
        .values({ customer_id: customerId, product, domain, domainstatus: status, is_cdn_plus: cdnPlus })
        .returning('id')
        .executeTakeFirstOrThrow();
      print(`service ${id} created for ${email}`);
    },
  }),
};
