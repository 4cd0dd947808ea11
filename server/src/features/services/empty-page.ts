import type { Tx } from '../../lib/db.ts';
import { notFound } from '../../lib/problem.ts';
import { findService } from './store.ts';

type PageQuery = { serviceId: number; page: number; rows: number };

/**
 * How many of a service's things match when the page asked for is empty: no row of it can tell.
 * @throws Problem `not_found` when there is no such service.
 */
export async function countOnEmptyPage<Q extends PageQuery>(
  tx: Tx,
  query: Q,
  list: (tx: Tx, query: Q) => Promise<{ total: number }[]>,
): Promise<number> {
  const [service, first] = await Promise.all([
    findService(tx, query.serviceId),
    query.page > 1 ? list(tx, { ...query, page: 1, rows: 1 }) : [],
  ]);
  if (!service) throw notFound('Service');
  return first[0]?.total ?? 0;
}
