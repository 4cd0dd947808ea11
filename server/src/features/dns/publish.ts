import type { Tx } from '../../lib/db.ts';
import { putDesiredState } from '../../lib/desired-state.ts';
import type { Deps } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { Settings } from '../../lib/settings.ts';
import { readServiceStatus } from '../services/index.ts';
import { nextSerial, type SealedDnsZone, toDnsZone } from './document.ts';
import { type DomainRow, updateDomain } from './domains/store.ts';
import { toSoa } from './domains/to-domain.ts';
import { readEdgeAddresses } from './proxy/edge-addresses.ts';
import { publishProxied } from './proxy/edge-zones.ts';
import { listRecords, type RecordRow } from './records/store.ts';

/**
 * Writes what name servers are to answer for a domain, and what edges are to serve of it, under a new serial, and tells
 * the customer's browsers. The domain is locked by now. The last statements of a transaction.
 */
export async function publishDomain(
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  domain: DomainRow,
  records?: RecordRow[],
): Promise<DomainRow> {
  const rows = records ?? (await listRecords(tx, domain.id));
  const isAnswered = await isServed(tx, domain);
  const published = await updateDomain(tx, domain.id, { serial: nextSerial(domain.serial, new Date()) });
  await notify(tx.db, {
    customerId: domain.customer_id,
    event: { topic: 'dns', serviceId: domain.service_id, id: domain.id },
  });
  // The edges' feed before that of the name servers, here as everywhere.
  await publishProxied(tx, published, isAnswered ? rows : []);
  const document = isAnswered ? await documentOf(tx, published, rows, settings) : null;
  await putDesiredState(tx, 'dns', `domain/${domain.id}`, domain.customer_id, document);
  return published;
}

export async function isServed(tx: Pick<Tx, 'db'>, domain: DomainRow): Promise<boolean> {
  if (domain.deleted_at || domain.status === 0) return false;
  return (await readServiceStatus(tx, domain.service_id)) === 'Active';
}

export async function documentOf(
  tx: Pick<Tx, 'db'>,
  domain: DomainRow,
  rows: RecordRow[],
  settings: Pick<Settings, 'nameservers' | 'edgeAddresses' | 'dnsHostmaster'>,
): Promise<SealedDnsZone> {
  const isProxied = rows.some(({ proxy, status }) => proxy && status === 1);
  const edges = isProxied ? await readEdgeAddresses(tx, settings) : { ipv4: [], ipv6: [] };
  const state = { ...domain, soa: toSoa(domain, settings), sealedKey: domain.signing_key?.toString('base64') ?? null };
  return toDnsZone(state, rows, settings.nameservers, edges);
}
