import type { Product, ProductGroup } from '@headwater/contract/services/schema';
import type { Tx } from '../../lib/db.ts';

/** What can be ordered now, in groups, as the provider ordered them. */
export async function listProductGroups({ db }: Pick<Tx, 'db'>): Promise<ProductGroup[]> {
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('retired', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const groups = new Map<string, Product[]>();
  for (const row of rows) {
    const product: Product = {
      id: row.id,
      name: row.name,
      description: row.description,
      tab: row.tab as Product['tab'],
      features: row.features as string[],
      isCDNPlus: row.is_cdn_plus,
      trialDays: row.trial_days,
    };
    const group = groups.get(row.group_name);
    if (group) group.push(product);
    else groups.set(row.group_name, [product]);
  }
  return [...groups].map(([name, products]) => ({ id: slugOf(name), name, products }));
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** A trial that can be started now. */
export const findTrial = ({ db }: Pick<Tx, 'db'>, id: string) =>
  db
    .selectFrom('products')
    .select(['name', 'is_cdn_plus', 'trial_days'])
    .where('id', '=', id)
    .where('tab', '=', 'Trial')
    .where('retired', '=', false)
    .executeTakeFirst();
