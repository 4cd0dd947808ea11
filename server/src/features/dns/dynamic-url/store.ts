import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { notFound } from '../../../lib/problem.ts';
import type { DomainKey } from '../domains/store.ts';
import type { RecordRow } from '../records/store.ts';

/** @throws Problem `not_found`. */
export async function findRecord({ db }: Pick<Tx, 'db'>, domainId: string, recordId: string): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`
    select * from dns_records where id = ${recordId} and domain_id = ${domainId}`.execute(db);
  if (!rows[0]) throw notFound('Record');
  return rows[0];
}

/** What name servers answer stays as it is: the zone is not published anew. */
export async function setSecret({ db }: Pick<Tx, 'db'>, recordId: string, hash: Buffer | null): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`
    update dns_records set dynamic_hash = ${hash}, dynamic_used_at = null where id = ${recordId} returning *`.execute(
    db,
  );
  return rows[0]!;
}

export type Bound = DomainKey & { recordId: string; customerId: number; type: string };

/** Whose record a secret address changes: nobody is signed in yet. */
export async function findBound({ db }: Pick<Tx, 'db'>, hash: Buffer): Promise<Bound | undefined> {
  const { rows } = await sql<Bound>`
    select d.service_id as "serviceId", d.id as "domainId", r.id as "recordId", r.customer_id as "customerId", r.type
    from dns_records r join dns_domains d on d.id = r.domain_id where r.dynamic_hash = ${hash}`.execute(db);
  return rows[0];
}
