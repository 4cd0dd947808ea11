import type { Tx } from '../../../lib/db.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import type { Settings } from '../../../lib/settings.ts';
import type { Difference } from '../records/edit.ts';
import { readEdgeAddresses } from './edge-addresses.ts';

/** However a record came to be proxied, edges must be able to serve it. @throws Problem `not_proxiable`. */
export async function refuseUnproxiable(
  tx: Pick<Tx, 'db'>,
  settings: Pick<Settings, 'edgeAddresses'>,
  { after }: Difference,
): Promise<void> {
  const proxied = after.filter(({ proxy }) => proxy);
  if (proxied.length === 0) return;
  if (proxied.some(({ host }) => host.startsWith('*'))) {
    const words = 'A wildcard cannot be proxied: an edge serves hosts that it knows by name.';
    throw fieldProblem('not_proxiable', 'host', words);
  }
  const { ipv4, ipv6 } = await readEdgeAddresses(tx, settings);
  const edges = new Set([...ipv4, ...ipv6]);
  // An edge that fetches from an edge would go round in circles.
  const loop = proxied.find(({ type, record }) => type !== 'CNAME' && edges.has(record));
  if (loop)
    throw fieldProblem('not_proxiable', 'record', `${loop.record} is an edge itself: enter your own server's address.`);
}
