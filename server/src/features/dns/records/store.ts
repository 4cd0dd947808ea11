import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

export type RecordRow = {
  id: string;
  customer_id: number;
  domain_id: string;
  host: string;
  type: string;
  record: string;
  ttl: number;
  priority: number | null;
  weight: number | null;
  port: number | null;
  status: number;
  note: string;
  proxy: boolean;
  dynamic_hash: Buffer | null;
  dynamic_used_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
};

/** All records of a domain in the order in which people look for them: the domain itself first, then by host. */
export async function listRecords({ db }: Pick<Tx, 'db'>, domainId: string): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select * from dns_records where domain_id = ${domainId}
    order by host <> '@', host, type, priority nulls first, record, id`.execute(db);
  return rows;
}

/** The record, and all others of its host. */
export const listRecordsOfHost = (tx: Tx, key: { domainId: string; recordId: string }): Promise<RecordRow[]> =>
  tx.named(
    'records-of-host',
    `select * from dns_records where domain_id = $1
       and host = (select host from dns_records where id = $2 and domain_id = $1)`,
    [key.domainId, key.recordId],
  );

export type RecordListQuery = {
  domainId: string;
  searchTerm: string;
  type: string | null;
  rows: number | null;
  page: number;
};

/** One page of records, each with the number of all that match. */
export function pageRecords(tx: Tx, query: RecordListQuery): Promise<(RecordRow & { total: number })[]> {
  const { domainId, searchTerm, type, rows, page } = query;
  return tx.named(
    'page-records',
    `select r.*, count(*) over () as total from dns_records r
     where r.domain_id = $1 and ($2::text is null or r.type = $2)
       and ($3 = '' or strpos(lower(r.host), lower($3)) > 0 or strpos(lower(r.record), lower($3)) > 0
         or strpos(lower(r.note), lower($3)) > 0 or lower(r.type) = lower($3))
     order by r.host <> '@', r.host, r.type, r.priority nulls first, r.record, r.id limit $4 offset $5`,
    [domainId, type, searchTerm, rows, rows === null ? 0 : (page - 1) * rows],
  );
}

export async function countRecords(tx: Tx, query: Omit<RecordListQuery, 'page' | 'rows'>): Promise<number> {
  const first = await pageRecords(tx, { ...query, page: 1, rows: 1 });
  return first[0]?.total ?? 0;
}

/** Columns that writes carry, in the form in which JSON has them; the rest is made by the database. */
const columns = `id text, customer_id bigint, domain_id text, host text, type text, record text, ttl int, priority int,
  weight int, port int, status smallint, note text, proxy boolean, dynamic_hash bytea, dynamic_used_at timestamptz,
  revision bigint, created_at timestamptz`;
const names = `id, customer_id, domain_id, host, type, record, ttl, priority, weight, port, status, note, proxy,
  dynamic_hash, dynamic_used_at, revision, created_at`;

const toJson = (rows: RecordRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({ ...row, dynamic_hash: row.dynamic_hash && `\\x${row.dynamic_hash.toString('hex')}` })),
  );

/** Thousands in one statement. */
export async function insertRecords({ db }: Pick<Tx, 'db'>, rows: RecordRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into dns_records (${sql.raw(names)})
    select ${sql.raw(names)} from json_to_recordset(${toJson(rows)}::json) as r (${sql.raw(columns)})`.execute(db);
}

export async function updateRecords({ db }: Pick<Tx, 'db'>, rows: RecordRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update dns_records o set host = r.host, record = r.record, ttl = r.ttl, priority = r.priority, weight = r.weight,
      port = r.port, status = r.status, note = r.note, proxy = r.proxy, dynamic_hash = r.dynamic_hash,
      dynamic_used_at = r.dynamic_used_at, revision = r.revision, updated_at = now()
    from json_to_recordset(${toJson(rows)}::json) as r (${sql.raw(columns)}) where o.id = r.id`.execute(db);
}

export async function deleteRecords({ db }: Pick<Tx, 'db'>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from dns_records where id = any (${ids})`.execute(db);
}
