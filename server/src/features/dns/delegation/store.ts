import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { DomainRow, SeenDelegation } from '../domains/store.ts';

/** No change of the domain itself: neither its revision nor when it was changed. */
export const saveDelegation = ({ db }: Pick<Tx, 'db'>, domainId: string, delegation: SeenDelegation) =>
  sql`update dns_domains set delegation = ${JSON.stringify(delegation)}::jsonb where id = ${domainId}`.execute(db);

export type DueDomain = Pick<DomainRow, 'id' | 'domain' | 'customer_id' | 'service_id' | 'delegation'>;

/** Of those that are ours a day's old answer is new enough; who waits for a registrar wants to know sooner. */
export async function listDue({ db }: Pick<Tx, 'db'>, most: number): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    select id, domain, customer_id, service_id, delegation
    from dns_domains, lateral (select (delegation->>'checkedAt')::timestamptz as checked_at) seen
    where deleted_at is null and (checked_at is null
      or checked_at < now() - case when delegation->>'state' = 'delegated' then interval '1 day' else interval '1 hour' end)
    order by checked_at nulls first, id limit ${most}`.execute(db);
  return rows;
}

export async function lockDelegation({ db }: Pick<Tx, 'db'>, domainId: string): Promise<DueDomain | undefined> {
  const { rows } = await sql<DueDomain>`
    select id, domain, customer_id, service_id, delegation from dns_domains
    where id = ${domainId} and deleted_at is null for no key update`.execute(db);
  return rows[0];
}
