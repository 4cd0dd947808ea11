import { Product } from '@headwater/contract/services/schema';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';

export const productCommands = {
  'product create': command({
    summary: 'Add a product to the catalogue',
    options: z.object({
      id: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Use small letters, digits and hyphens')
        .describe('a short word of its own, such as trial-cdn'),
      group: z.string().min(1).max(100).describe('heading it stands under, such as "Content delivery"'),
      name: z.string().min(1).max(100).describe('what customers know it by'),
      description: z.string().min(1).max(500).describe('one sentence'),
      tab: Product.shape.tab.describe('Trial or Paid'),
      trialDays: z.coerce.number().int().min(1).max(365).optional().describe('how long a trial lasts'),
      features: z
        .string()
        .default('')
        .transform((text) => text.split(';').flatMap((line) => line.trim() || []))
        .describe('what it includes, with semicolons between'),
      cdnPlus: z.boolean().default(false).describe('HTTP zones and DNS only'),
      position: z.coerce.number().int().min(0).max(10_000).default(0).describe('smaller stands further up'),
    }),
    async run({ id, group, name, description, tab, trialDays, features, cdnPlus, position }, { database, print }) {
      if (tab === 'Trial' && trialDays === undefined) throw new CommandError('A trial needs --trial-days.');
      if (tab === 'Paid' && trialDays !== undefined) throw new CommandError('Only a trial has --trial-days.');
      const { numInsertedOrUpdatedRows } = await database.owner
        .insertInto('products')
        .values({
          id,
          group_name: group,
          name,
          description,
          tab,
          trial_days: trialDays ?? null,
          features: JSON.stringify(features),
          is_cdn_plus: cdnPlus,
          position,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw new CommandError(`There is a product ${id} already.`);
      print(`product ${id} created`);
    },
  }),

  'product list': command({
    summary: 'List the products of the catalogue, retired ones included',
    options: z.object({}),
    async run(_, { database, print }) {
      const rows = await database.owner.selectFrom('products').selectAll().orderBy('position').orderBy('id').execute();
      for (const { id, tab, group_name, name, trial_days, retired } of rows) {
        const length = trial_days === null ? '' : `${trial_days} days`;
        print([id, tab, group_name, name, length, retired ? 'retired' : ''].join('\t').trimEnd());
      }
    },
  }),

  'product retire': command({
    summary: 'Take a product out of the catalogue; services that have it go on',
    options: z.object({ id: z.string().min(1).describe('the product') }),
    async run({ id }, { database, print }) {
      const { numUpdatedRows } = await database.owner
        .updateTable('products')
        .set({ retired: true })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CommandError(`There is no product ${id}.`);
      print(`product ${id} is retired`);
    },
  }),
};
