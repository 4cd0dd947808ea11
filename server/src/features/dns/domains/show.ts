import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { Deps } from '../../../lib/feature.ts';
import type { Who } from '../../../lib/who.ts';
import { listProgress } from '../../nodes/index.ts';
import { type DomainKey, findDomain, type ShownDomain } from './store.ts';
import { toDomain } from './to-domain.ts';

/** The domain as people see it, and its row. @throws Problem `not_found`. */
export const showDomain = (
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: DomainKey,
): Promise<{ row: ShownDomain; domain: DnsDomain }> =>
  database.readAsCustomer(who.customerId, async (tx) => {
    const [row, nodes] = await Promise.all([findDomain(tx, key), listProgress(tx, 'dns')]);
    return { row, domain: toDomain(row, nodes, settings) };
  });
