import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem, Problem } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import type { Who } from '../../../lib/who.ts';
import type { DomainKey } from '../domains/store.ts';
import { isDelegated } from '../domains/to-domain.ts';
import { need } from '../records/single.ts';
import type { RecordRow } from '../records/store.ts';
import { changeRecords } from '../records/write.ts';
import { readEdgeAddresses } from './edge-addresses.ts';

const proxiable = ['A', 'AAAA', 'CNAME'];

/**
 * Puts a record's host behind the edges, or takes it from behind them: a host's addresses go together, since visitors
 * are answered with the edges' alone.
 */
export async function setProxy(
  deps: Pick<Deps, 'database' | 'settings' | 'resolveOrigin'>,
  who: Who,
  key: DomainKey & { recordId: string },
  proxy: boolean,
  ifMatch: string | null,
): Promise<RecordRow> {
  const action = proxy ? 'record.proxied' : 'record.unproxied';
  const deed = { action, summary: () => 'Proxy changed', final: true } as const;
  return changeRecords(deps, who, key, deed, async (edit, tx) => {
    const row = need(edit, key.recordId);
    refuseStale(ifMatch, row.revision);
    if (row.proxy === proxy) return row;
    if (!proxiable.includes(row.type))
      throw new Problem('not_proxiable', 'Only A, AAAA and CNAME records can be proxied.');
    if (proxy) {
      refuseUndelegated(edit.domain);
      const { ipv4, ipv6 } = await readEdgeAddresses(tx, deps.settings);
      if (ipv4.length + ipv6.length === 0)
        throw new Problem('not_proxiable', 'No edge is in service whose address could be answered.');
      if (row.host.startsWith('*'))
        throw new Problem('not_proxiable', 'A wildcard cannot be proxied: an edge serves hosts that it knows by name.');
      refuseOwnEdge(row, [...ipv4, ...ipv6]);
    }
    const siblings = edit.rows().filter((other) => other.host === row.host && proxiable.includes(other.type));
    for (const other of siblings) if (other.proxy !== proxy) edit.place({ ...other, proxy });
    return edit.find(row.id)!;
  });
}

function refuseUndelegated(domain: { domain: string; delegation: Parameters<typeof isDelegated>[0] }): void {
  if (isDelegated(domain.delegation)) return;
  throw new Problem(
    'not_delegated',
    `The name servers of ${domain.domain} were not seen to be ours yet. Set them at your registrar, then check again.`,
  );
}

/** An edge that fetches from an edge would go round in circles. */
function refuseOwnEdge(row: RecordRow, edges: string[]): void {
  if (row.type !== 'CNAME' && edges.includes(row.record))
    throw fieldProblem('not_proxiable', 'record', `${row.record} is an edge itself: enter your own server's address`);
}
