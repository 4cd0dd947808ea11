import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { absoluteName } from '@headwater/contract/dns/names';
import { EdgeZone } from '@headwater/contract/nodes/edge-document';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { putDesiredState } from '../../../lib/desired-state.ts';
import type { DomainRow } from '../domains/store.ts';
import type { RecordRow } from '../records/store.ts';

/** What proxied hosts are cached like: as their origin says. */
const behaviour: Pick<EdgeZone, 'cache' | 'purge'> = {
  cache: { edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 86_400 },
  purge: { generation: 0, bans: [] },
};

/** Every key of a domain's proxied hosts begins like this. */
const keyPrefix = (domainId: string) => `zone/dns${domainId}`;

/** Has edges serve the domain's proxied hosts, each from its record's own value, and no others of this domain. */
export async function publishProxied({ db }: Pick<Tx, 'db'>, domain: DomainRow, records: RecordRow[]): Promise<void> {
  const wanted = new Map(proxiedHosts(records).map((record) => [keyOf(domain.id, record.host), record]));
  const { rows: told } = await sql<{ key: string; doc: unknown }>`
    select key, doc from desired_state
    where kind = 'edge' and not deleted and starts_with(key, ${keyPrefix(domain.id)})`.execute(db);
  const before = new Map(told.map(({ key, doc }) => [key, JSON.stringify(EdgeZone.safeParse(doc).data)]));
  for (const [key, record] of wanted) {
    const zone = toEdgeZone(domain, record);
    if (before.get(key) === JSON.stringify(zone)) continue;
    await putDesiredState({ db }, 'edge', key, domain.customer_id, zone);
  }
  for (const key of before.keys())
    if (!wanted.has(key)) await putDesiredState({ db }, 'edge', key, domain.customer_id, null);
}

/** One record for each host: where it has several, the one that was there first. */
export function proxiedHosts(records: RecordRow[]): RecordRow[] {
  const hosts = new Map<string, RecordRow>();
  for (const record of records) {
    if (!record.proxy || record.status === 0) continue;
    const other = hosts.get(record.host);
    if (!other || isBefore(record, other)) hosts.set(record.host, record);
  }
  return [...hosts.values()];
}

const isBefore = (a: RecordRow, b: RecordRow) =>
  a.created_at.getTime() - b.created_at.getTime() < 0 || (+a.created_at === +b.created_at && a.id < b.id);

/** Where a proxied host's content comes from. */
export function originOf({ type, record }: Pick<RecordRow, 'type' | 'record'>): string {
  if (type === 'CNAME') return `http://${record.replace(/\.$/, '')}`;
  return isIPv6(record) ? `http://[${record}]` : `http://${record}`;
}

const idOf = (domainId: string, host: string) =>
  `dns${domainId}${createHash('sha256').update(host).digest('hex').slice(0, 12)}`;
/** The host's place in the edges' feed. */
export const keyOf = (domainId: string, host: string) => `zone/${idOf(domainId, host)}`;

/** The domain that an edges' zone belongs to; null for one that is no proxied host. */
export const domainIdOf = (zoneId: string): string | null =>
  /^dns([a-z0-9]{16})[0-9a-f]{12}$/.exec(zoneId)?.[1] ?? null;

function toEdgeZone(domain: DomainRow, record: RecordRow): EdgeZone {
  const host = absoluteName(record.host, domain.domain);
  return EdgeZone.parse({
    id: idOf(domain.id, record.host),
    hosts: [host],
    disabled: false,
    // The origin is asked for the host that the visitor asked for: it was the visitor's server until now.
    origin: { url: originOf(record), hostHeader: host, system: false, door: null },
    path: null,
    access: null,
    delivery: 'cached',
    ...behaviour,
  } satisfies EdgeZone);
}
