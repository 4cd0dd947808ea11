import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import type { Who } from '../../../lib/who.ts';
import { checkOrigin } from '../../zones/index.ts';
import type { RecordRow } from '../records/store.ts';
import { readEdgeAddresses } from './edge-addresses.ts';
import { originOf } from './edge-zones.ts';

/**
 * Looks up where edges would fetch a host's content from, as for a zone's origin. Names may take seconds to resolve, so
 * that nothing is locked meanwhile.
 * @throws Problem `origin_unresolvable`, `origin_private`, or `not_proxiable` where that is an edge itself.
 */
export async function checkOrigins(
  deps: Pick<Deps, 'database' | 'settings' | 'resolveOrigin'>,
  who: Who,
  rows: readonly RecordRow[],
): Promise<void> {
  const { ipv4, ipv6 } = await deps.database.readAsCustomer(who.customerId, (tx) =>
    readEdgeAddresses(tx, deps.settings),
  );
  const edges = new Set([...ipv4, ...ipv6]);
  for (const row of rows) {
    const addresses = await checkOrigin(deps, originOf(row), 'record');
    if (addresses.some((address) => edges.has(address)))
      throw fieldProblem('not_proxiable', 'record', `${row.record} leads to an edge itself: enter your own server.`);
  }
}
