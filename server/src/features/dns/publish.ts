import { absoluteName } from '@headwater/contract/dns/names';
import type { Tx } from '../../lib/db.ts';
import { lockFeeds, putDesiredState } from '../../lib/desired-state.ts';
import type { Deps } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { Settings } from '../../lib/settings.ts';
import { readServiceStatus } from '../services/index.ts';
import { nextSerial, type SealedDnsZone, toDnsZone } from './document.ts';
import { type Children, findCovering, listAbove, listChildren } from './domains/family.ts';
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
  const answered = await readAnswered(tx, domain, rows);
  const published = await updateDomain(tx, domain.id, { serial: nextSerial(domain.serial, new Date()) });
  await notify(tx.db, {
    customerId: domain.customer_id,
    event: { topic: 'dns', serviceId: domain.service_id, id: domain.id },
  });
  // The edges' feed before that of the name servers, here as everywhere.
  await publishProxied(tx, published, answered?.records ?? []);
  const document = answered && (await documentOf(tx, published, answered, settings));
  await putDesiredState(tx, 'dns', `domain/${domain.id}`, domain.customer_id, document);
  return published;
}

/**
 * The same for a domain of which it changed whether it is answered, or how it is signed: the nearest of the account's
 * domains above it that is answered delegates it to itself. All of its family is locked by now.
 */
export async function publishWithParent(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  domain: DomainRow,
  records?: RecordRow[],
): Promise<void> {
  const above = await listAbove(tx, domain.domain);
  if (above.length > 0) await lockFeeds(tx);
  await publishDomain(deps, tx, domain, records);
  for (const parent of above) {
    if (!(await isServed(tx, parent))) continue;
    await publishDomain(deps, tx, parent);
    return;
  }
}

async function isServed(tx: Pick<Tx, 'db'>, domain: DomainRow): Promise<boolean> {
  if (domain.deleted_at || domain.status === 0) return false;
  return (await readServiceStatus(tx, domain.service_id)) === 'Active';
}

/** What name servers answer of a domain, beside what they answer of every one. */
export type Answered = { records: RecordRow[]; children: Children };

/** Null where the domain is not answered. Records of a name that a domain below it has now are that one's to answer. */
export async function readAnswered(tx: Pick<Tx, 'db'>, domain: DomainRow, rows: RecordRow[]): Promise<Answered | null> {
  if (!(await isServed(tx, domain))) return null;
  const children = await listChildren(tx, domain.domain);
  const isOwn = ({ host }: RecordRow) => !findCovering(absoluteName(host, domain.domain), domain.domain, children);
  return { records: children.size === 0 ? rows : rows.filter(isOwn), children };
}

export async function documentOf(
  tx: Pick<Tx, 'db'>,
  domain: DomainRow,
  { records, children }: Answered,
  settings: Pick<Settings, 'nameservers' | 'edgeAddresses' | 'dnsHostmaster'>,
): Promise<SealedDnsZone> {
  const isProxied = records.some(({ proxy, status }) => proxy && status === 1);
  const edges = isProxied ? await readEdgeAddresses(tx, settings) : { ipv4: [], ipv6: [] };
  const sealedKey = domain.signing_key?.toString('base64') ?? null;
  return toDnsZone(
    { ...domain, soa: toSoa(domain, settings), sealedKey, children },
    records,
    settings.nameservers,
    edges,
  );
}
