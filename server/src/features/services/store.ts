import type { Service } from '@headwater/contract/services/schema';
import type { Tx } from '../../lib/db.ts';

const columns = ['id', 'product', 'domain', 'domainstatus', 'favorite', 'is_cdn_plus', 'created_at'] as const;

/** Favourites first, then by id. The request role sees one customer's services only. */
export const listServices = (tx: Tx) =>
  tx.db.selectFrom('services').select(columns).orderBy('favorite', 'desc').orderBy('id').execute();

export const findService = (tx: Tx, serviceId: number) =>
  tx.db.selectFrom('services').select(columns).where('id', '=', serviceId).executeTakeFirst();

type ServiceRow = Awaited<ReturnType<typeof listServices>>[number];

export const toService = (row: ServiceRow, ownerEmail: string): Service => ({
  id: row.id,
  product: row.product,
  domain: row.domain,
  domainstatus: row.domainstatus as Service['domainstatus'],
  favorite: row.favorite,
  isCDNPlus: row.is_cdn_plus,
  client: { email: ownerEmail },
  createdAt: row.created_at.toISOString(),
});
