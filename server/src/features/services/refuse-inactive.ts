import type { Tx } from '../../lib/db.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { readServiceStatus } from './store.ts';

/**
 * @param rule what holds for the rest of a service that is not Active: `its zones can only be disabled or deleted`.
 * @param hold the service stays Active until the transaction ends.
 * @throws Problem `not_found`, `service_inactive`.
 */
export async function refuseInactive(
  tx: Pick<Tx, 'db'>,
  serviceId: number,
  rule: string,
  hold?: 'hold',
): Promise<void> {
  const status = await readServiceStatus(tx, serviceId, hold);
  if (status === undefined) throw notFound('Service');
  if (status !== 'Active') throw new Problem('service_inactive', `This service is ${status}: ${rule}.`);
}
