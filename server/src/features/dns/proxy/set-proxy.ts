import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import type { Who } from '../../../lib/who.ts';
import { type DomainKey, type DomainRow, findDomain } from '../domains/store.ts';
import { isDelegated } from '../domains/to-domain.ts';
import { isProxiable } from '../records/edit.ts';
import { need } from '../records/single.ts';
import { listRecordsOfHost, type RecordRow } from '../records/store.ts';
import { changeRecords } from '../records/write.ts';
import { checkOrigins } from './check-origins.ts';
import { readEdgeAddresses } from './edge-addresses.ts';
import { originOf } from './edge-zones.ts';
import { refuseUnproxiable } from './refuse-unproxiable.ts';

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
  const checked = proxy ? await checkHost(deps, who, key) : null;
  return changeRecords(deps, who, key, deed, async (edit, tx) => {
    const row = need(edit, key.recordId);
    refuseStale(ifMatch, row.revision);
    if (row.proxy === proxy) return row;
    if (proxy) await refuseUnready(tx, deps.settings, edit.domain, row);
    const addresses = edit.rows().filter((other) => other.host === row.host && isProxiable(other));
    if (checked && addresses.some((one) => !checked.has(originOf(one))))
      throw new Problem('conflict', 'This host was changed by somebody else meanwhile. Try again.');
    for (const one of addresses) if (one.proxy !== proxy) edit.place({ ...one, proxy });
    return edit.find(row.id)!;
  });
}

/** Whether edges can serve the record's host. @returns the origins that were looked up. */
async function checkHost(
  deps: Pick<Deps, 'database' | 'settings' | 'resolveOrigin'>,
  who: Who,
  key: DomainKey & { recordId: string },
): Promise<Set<string>> {
  const rows = await deps.database.readAsCustomer(who.customerId, async (tx) => {
    const [domain, records] = await Promise.all([findDomain(tx, key), listRecordsOfHost(tx, key)]);
    const row = records.find(({ id }) => id === key.recordId);
    if (!row || row.proxy) return [];
    await refuseUnready(tx, deps.settings, domain, row);
    return records.filter(isProxiable);
  });
  await checkOrigins(deps, who, rows);
  return new Set(rows.map(originOf));
}

async function refuseUnready(
  tx: Pick<Tx, 'db'>,
  settings: Deps['settings'],
  domain: DomainRow,
  row: RecordRow,
): Promise<void> {
  if (!isProxiable(row)) throw new Problem('not_proxiable', 'Only A, AAAA and CNAME records can be proxied.');
  refuseUndelegated(domain);
  const { ipv4, ipv6 } = await readEdgeAddresses(tx, settings);
  if (ipv4.length + ipv6.length === 0)
    throw new Problem('not_proxiable', 'No edge is in service whose address could be answered.');
  await refuseUnproxiable(tx, settings, { before: [], after: [{ ...row, proxy: true }] });
}

function refuseUndelegated(domain: { domain: string; delegation: Parameters<typeof isDelegated>[0] }): void {
  if (isDelegated(domain.delegation)) return;
  throw new Problem(
    'not_delegated',
    `The name servers of ${domain.domain} were not seen to be ours yet. Set them at your registrar, then check again.`,
  );
}
