import type { Tx } from '../../lib/db.ts';
import { notify } from '../../lib/notify.ts';

/** Tells the browsers that list keys. */
export const announceKey = ({ db }: Pick<Tx, 'db'>, customerId: number, id: string) =>
  notify(db, { customerId, event: { topic: 'api-keys', serviceId: null, id } });
