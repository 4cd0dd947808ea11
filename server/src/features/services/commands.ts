import { Service } from '@headwater/contract/services/schema';
import { z } from 'zod';
import { changesBetween, operator, recordActivity } from '../../lib/activity.ts';
import { CommandError, command } from '../../lib/command.ts';
import { findCustomer } from '../account/index.ts';
import { announceService, changeStatus, named } from './change-status.ts';
import { productCommands } from './product-commands.ts';
import { lockService } from './store.ts';

const statusWords = 'Pending, Active, Suspended, Terminated or Cancelled';

export const commands = {
  'service create': command({
    summary: 'Create a service for a customer',
    options: z.object({
      email: z.email().toLowerCase().describe('sign-in of the main account holder'),
      product: z.string().min(1).max(200).describe('what was bought, such as "CDN & Streaming Pro"'),
      domain: z.string().min(1).max(253).describe('what the customer knows the service by'),
      status: Service.shape.domainstatus.default('Active').describe(statusWords),
      cdnPlus: z.boolean().default(false).describe('HTTP zones and DNS only'),
    }),
    async run({ email, product, domain, status, cdnPlus }, { database, features, settings, print }) {
      const customerId = await findCustomer(database.owner, email);
      const id = await database.owner.transaction().execute(async (db) => {
        const made = await db
          .insertInto('services')
          .values({ customer_id: customerId, product, domain, domainstatus: status, is_cdn_plus: cdnPlus })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordActivity(db, operator(customerId), {
          action: 'service.created',
          ...named({ id: made.id, domain }),
          changes: changesBetween({}, { product, domain, domainstatus: status }),
        });
        await announceService({ features, settings }, { db }, { id: made.id, customerId, domainstatus: status });
        return made.id;
      });
      print(`service ${id} created for ${email}`);
    },
  }),

  'service status': command({
    summary: 'Give a service another status; what it serves follows within seconds',
    options: z.object({
      id: z.coerce.number().int().positive().describe('the service'),
      to: Service.shape.domainstatus.exclude(['Pending']).describe('Active, Suspended, Terminated or Cancelled'),
    }),
    async run({ id, to }, { database, features, settings, print }) {
      await database.owner.transaction().execute(async (db) => {
        const service = await lockService({ db }, id);
        if (!service) throw new CommandError(`There is no service ${id}.`);
        if (service.domainstatus === to) throw new CommandError(`Service ${id} is ${to} already.`);
        const by = operator(service.customer_id);
        await changeStatus({ features, settings }, { db }, service, to, { by, action: 'service.status-changed' });
      });
      print(`service ${id} is ${to}`);
    },
  }),

  'service cancellations': command({
    summary: 'List the services that customers asked to cancel, the oldest request first',
    options: z.object({}),
    async run(_, { database, print }) {
      const rows = await database.owner
        .selectFrom('service_cancellations as c')
        .innerJoin('services as s', 's.id', 'c.service_id')
        .innerJoin('users as o', (join) =>
          join.onRef('o.customer_id', '=', 's.customer_id').on('o.is_owner', '=', true),
        )
        .select(['s.id', 's.product', 's.domain', 's.domainstatus', 'o.email', 'c.type', 'c.reason'])
        .select(['c.requested_at', 'c.requested_by'])
        .orderBy('c.requested_at')
        .execute();
      for (const row of rows) {
        const reason = row.reason.replace(/\s+/g, ' ');
        const service = [row.id, row.email, `${row.product} (${row.domain})`, row.domainstatus];
        print([...service, row.type, row.requested_at.toISOString(), row.requested_by, reason].join('\t'));
      }
    },
  }),

  ...productCommands,
};
