import type { Service } from '@headwater/contract/services/schema';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';

/** The services that the transaction sees, each with its holder's address and the request to cancel it. */
const shown = ({ db }: Pick<Tx, 'db'>) =>
  db
    .selectFrom('services as s')
    .innerJoin('users as o', (join) => join.onRef('o.customer_id', '=', 's.customer_id').on('o.is_owner', '=', true))
    .leftJoin('service_cancellations as c', 'c.service_id', 's.id')
    .select(['s.id', 's.product', 's.domain', 's.domainstatus', 's.favorite', 's.is_cdn_plus', 's.created_at'])
    .select(['s.trial_ends_at', 'o.email', 'c.type', 'c.reason', 'c.requested_at']);

/** Favourites first, then by id; `services` narrows it for an API key. */
export const listServices = (tx: Pick<Tx, 'db'>, services: ReadonlySet<number> | null) =>
  shown(tx)
    .$if(services !== null, (query) => query.where('s.id', 'in', [...services!]))
    .orderBy('s.favorite', 'desc')
    .orderBy('s.id')
    .execute();

export const findService = (tx: Pick<Tx, 'db'>, serviceId: number) =>
  shown(tx).where('s.id', '=', serviceId).executeTakeFirst();

const locked = ['id', 'customer_id', 'product', 'domain', 'domainstatus', 'favorite', 'trial_ends_at'] as const;
export type LockedService = NonNullable<Awaited<ReturnType<typeof lockService>>>;

/** The service, locked until the transaction ends: changes of one service happen one after the other. */
export const lockService = ({ db }: Pick<Tx, 'db'>, serviceId: number) =>
  db.selectFrom('services').select(locked).where('id', '=', serviceId).forNoKeyUpdate().executeTakeFirst();

/** What the service's status is by now; with `hold` it stays so until the transaction ends. */
export async function readServiceStatus(
  { db }: Pick<Tx, 'db'>,
  serviceId: number,
  hold?: 'hold',
): Promise<string | undefined> {
  const service = await db
    .selectFrom('services')
    .select('domainstatus')
    .where('id', '=', serviceId)
    .$if(hold === 'hold', (query) => query.forShare())
    .executeTakeFirst();
  return service?.domainstatus;
}

/** Waits for whoever decides about the customer's services in another transaction. */
export const lockCustomer = ({ db }: Pick<Tx, 'db'>, customerId: number) =>
  sql`select from customers where id = ${customerId} for no key update`.execute(db);

export async function hasServices({ db }: Pick<Tx, 'db'>, customerId: number): Promise<boolean> {
  const any = await db.selectFrom('services').select('id').where('customer_id', '=', customerId).limit(1).execute();
  return any.length > 0;
}

type ServiceRow = Awaited<ReturnType<typeof listServices>>[number];

export const toService = (row: ServiceRow): Service => ({
  id: row.id,
  product: row.product,
  domain: row.domain,
  domainstatus: row.domainstatus as Service['domainstatus'],
  favorite: row.favorite,
  isCDNPlus: row.is_cdn_plus,
  client: { email: row.email },
  createdAt: row.created_at.toISOString(),
  trialEndsAt: row.trial_ends_at?.toISOString() ?? null,
  cancellation:
    row.requested_at === null
      ? null
      : {
          type: row.type as NonNullable<Service['cancellation']>['type'],
          reason: row.reason!,
          requestedAt: row.requested_at.toISOString(),
        },
});
