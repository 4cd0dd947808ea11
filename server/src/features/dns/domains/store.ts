import type { Delegation } from '@headwater/contract/dns/domain';
import type { Ds } from '@headwater/contract/dns/security-routes';
import type { Tx } from '../../../lib/db.ts';
import { notFound } from '../../../lib/problem.ts';
import { joinRefusal } from '../../nodes/index.ts';
import { findByLetters } from './letters.ts';

/** What customers may set; `rname` null: the operator's hostmaster, or else one at the domain. */
export type SoaSettings = {
  rname: string | null;
  refresh: number;
  retry: number;
  expire: number;
  minimum: number;
  ttl: number;
};

/** What the parent zone was seen to say; empty before the first look. */
export type SeenDelegation = Partial<Delegation> & {
  /** Whether the last answer that came named our servers, or an operator says so. */
  isOurs?: boolean;
  ds?: Ds[];
  dsCheckedAt?: string;
  dsUnreachable?: boolean;
};

export type DomainRow = {
  id: string;
  customer_id: number;
  service_id: number;
  domain: string;
  status: number;
  preferred: boolean;
  soa: SoaSettings;
  serial: number;
  signing_key: Buffer | null;
  public_key: string | null;
  delegation: SeenDelegation;
  revision: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

/** A domain with what its list row shows. */
export type ShownDomain = DomainRow & {
  records: number;
  queries: number;
  seq: number;
  changed_at: Date;
  live_at: Date | null;
  refusal: string | null;
};

export type DomainKey = { serviceId: number; domainId: string };

const shown = `
  coalesce(c.records, 0) as records, coalesce(u.queries, 0)::bigint as queries, coalesce(s.seq, 0) as seq,
  coalesce(s.changed_at, d.updated_at) as changed_at, s.live_at, refused.reason as refusal`;

const counts = `
  left join lateral (select count(*) as records from dns_records r where r.domain_id = d.id) c on true
  left join lateral (
    select sum(queries) as queries from dns_usage u
    where u.domain_id = d.id and u.hour > now() - interval '30 days'
  ) u on true`;

const progress = `
  left join desired_state s on s.kind = 'dns' and s.key = 'domain/' || d.id
  ${joinRefusal('s')}`;

const orders = {
  domain: 'd.domain',
  created: 'd.created_at',
  records: 'coalesce(c.records, 0)',
  queries: 'coalesce(u.queries, 0)',
  preferred: 'not d.preferred',
} as const;

export type DomainListQuery = {
  serviceId: number;
  searchTerm: string;
  deleted: boolean;
  sort: keyof typeof orders;
  order: 'asc' | 'desc';
  page: number;
  rows: number;
};

/** One page of domains, each with the number of all that match. The preferred one is in its place like any other. */
export async function listDomains(tx: Tx, query: DomainListQuery): Promise<(ShownDomain & { total: number })[]> {
  const orderBy = `${orders[query.sort]} ${query.order}, d.domain`;
  const sortsByCount = query.sort === 'records' || query.sort === 'queries';
  const text = `
    with page as (
      select d.*, count(*) over () as total from dns_domains d ${sortsByCount ? counts : ''}
      where d.service_id = $1 and (d.deleted_at is not null) = $2 and ($3 = '' or strpos(d.domain, lower($3)) > 0
        or d.id = any ($6))
      order by ${orderBy} limit $4 offset $5
    )
    select d.*, ${shown} from page d ${counts} ${progress} order by ${orderBy}`;
  const { serviceId, deleted, searchTerm, rows, page } = query;
  const name = `list-domains-${query.sort}-${query.order}`;
  const byLetters = await findByLetters(tx, searchTerm);
  return tx.named(name, text, [serviceId, deleted, searchTerm, rows, (page - 1) * rows, byLetters]);
}

/** @throws Problem `not_found`. */
export async function findDomain(tx: Tx, key: DomainKey): Promise<ShownDomain> {
  const rows = await tx.named<ShownDomain>(
    'find-domain',
    `select d.*, ${shown} from dns_domains d ${counts} ${progress} where d.id = $1 and d.service_id = $2`,
    [key.domainId, key.serviceId],
  );
  if (!rows[0]) throw notFound('Domain');
  return rows[0];
}

/**
 * The domain, locked until the transaction ends: changes of one domain happen one after the other.
 * @throws Problem `not_found`.
 */
export async function lockDomain(tx: Tx, key: DomainKey): Promise<DomainRow> {
  const rows = await tx.named<DomainRow>(
    'lock-domain',
    'select * from dns_domains where id = $1 and service_id = $2 for no key update',
    [key.domainId, key.serviceId],
  );
  if (!rows[0]) throw notFound('Domain');
  return rows[0];
}

export async function isNameHeld(tx: Tx, domain: string): Promise<boolean> {
  const rows = await tx.named<{ held: boolean }>('domain-held', 'select dns_name_held($1) as held', [domain]);
  return rows[0]!.held;
}

/** A domain of the account, in whichever service, unless it is deleted. */
export async function findDomainById(tx: Tx, domainId: string): Promise<DomainRow | undefined> {
  const text = 'select * from dns_domains where id = $1 and deleted_at is null';
  return (await tx.named<DomainRow>('domain-by-id', text, [domainId]))[0];
}

/** The account's own domain of this name, in whichever service, deleted ones too. */
export async function findOwnByName(tx: Tx, domain: string): Promise<DomainRow | undefined> {
  return (await tx.named<DomainRow>('own-domain', 'select * from dns_domains where domain = $1', [domain]))[0];
}

export async function insertDomain(
  { db }: Pick<Tx, 'db'>,
  domain: Pick<DomainRow, 'id' | 'customer_id' | 'service_id' | 'domain' | 'soa' | 'preferred'>,
): Promise<DomainRow> {
  const row = await db
    .insertInto('dns_domains')
    .values({ ...domain, soa: JSON.stringify(domain.soa) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as DomainRow;
}

export type DomainChange = Partial<
  Pick<
    DomainRow,
    'status' | 'preferred' | 'soa' | 'serial' | 'signing_key' | 'public_key' | 'delegation' | 'revision' | 'deleted_at'
  >
>;

export async function updateDomain(
  { db }: Pick<Tx, 'db'>,
  domainId: string,
  { soa, delegation, ...plain }: DomainChange,
): Promise<DomainRow> {
  const row = await db
    .updateTable('dns_domains')
    .set({
      ...plain,
      ...(soa && { soa: JSON.stringify(soa) }),
      ...(delegation && { delegation: JSON.stringify(delegation) }),
      updated_at: new Date(),
    })
    .where('id', '=', domainId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as DomainRow;
}
