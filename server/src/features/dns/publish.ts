import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import { lockFeed, putDesiredState } from '../../lib/desired-state.ts';
import type { Deps, ServiceChange } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { Settings } from '../../lib/settings.ts';
import { readServiceStatus } from '../services/index.ts';
import { nextSerial, type SealedDnsZone, toDnsZone } from './document.ts';
import { type DomainRow, updateDomain } from './domains/store.ts';
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
  // The edges' feed is locked first, here as everywhere: two transactions that need both never wait for each other.
  await publishProxied(tx, published, isAnswered ? rows : []);
  const document = isAnswered ? await documentOf(tx, published, rows, settings) : null;
  await putDesiredState(tx, 'dns', `domain/${domain.id}`, domain.customer_id, document);
  return published;
}

async function isServed(tx: Pick<Tx, 'db'>, domain: DomainRow): Promise<boolean> {
  if (domain.deleted_at || domain.status === 0) return false;
  return (await readServiceStatus(tx, domain.service_id)) === 'Active';
}

async function documentOf(
  tx: Pick<Tx, 'db'>,
  domain: DomainRow,
  rows: RecordRow[],
  settings: Pick<Settings, 'nameservers' | 'edgeAddresses'>,
): Promise<SealedDnsZone> {
  const isProxied = rows.some(({ proxy, status }) => proxy && status === 1);
  const edges = isProxied ? await readEdgeAddresses(tx, settings) : { ipv4: [], ipv6: [] };
  const state = { ...domain, sealedKey: domain.signing_key?.toString('base64') ?? null };
  return toDnsZone(state, rows, settings.nameservers, edges);
}

/**
 * Brings what name servers are told in line with what domains say: after a change of settings (the name servers, the
 * edges' addresses), of the documents' form in a new version, or of rows by hand.
 * @returns how many domains were told anew.
 */
export const republishDomains = (database: Database, settings: Settings): Promise<number> =>
  database.owner.transaction().execute((db) => publishDrifted({ settings }, { db }, sql`true`));

/** Domains are answered while their service is Active. */
export async function followService(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { id }: ServiceChange,
): Promise<void> {
  await publishDrifted(deps, tx, sql`d.service_id = ${id}`);
}

type Told = DomainRow & { doc: (SealedDnsZone & Record<string, unknown>) | null };

export async function publishDrifted(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows: domains } = await sql<Told>`
    select d.*, s.doc from dns_domains d
    left join desired_state s on s.kind = 'dns' and s.key = 'domain/' || d.id
    where ${which} order by d.id for no key update of d`.execute(tx.db);
  if (domains.length > 0) await lockFeed(tx, 'edge');
  let told = 0;
  for (const { doc, ...domain } of domains) {
    const rows = await listRecords(tx, domain.id);
    const expected = (await isServed(tx, domain)) ? await documentOf(tx, domain, rows, deps.settings) : null;
    if (isDeepStrictEqual(doc, expected)) continue;
    await publishDomain(deps, tx, domain, rows);
    told += 1;
  }
  return told;
}
