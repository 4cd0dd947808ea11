import { absoluteName } from '@headwater/contract/dns/names';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import type { Settings } from '../../../lib/settings.ts';
import type { DomainRow } from '../domains/store.ts';
import type { Difference } from '../records/edit.ts';

/**
 * Edges know each host once: a second one who has it served would take it from the first. Hosts of disabled records and
 * of deleted domains count, since both may come back.
 * @throws Problem `not_proxiable`.
 */
export async function refuseHeldHosts(
  tx: Pick<Tx, 'db'>,
  { edgeDomain }: Pick<Settings, 'edgeDomain'>,
  domain: DomainRow,
  { before, after }: Difference,
): Promise<void> {
  const had = new Set(before.flatMap(({ host, proxy }) => (proxy ? [host] : [])));
  const added = new Set(after.flatMap(({ host, proxy }) => (proxy && !had.has(host) ? [host] : [])));
  if (added.size === 0) return;
  const hosts = [...added].map((host) => absoluteName(host, domain.domain));
  // Nobody else has names of this family, so that one account's changes alone must wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('proxied hosts'), ${domain.customer_id}::int)`.execute(tx.db);
  const { rows } = await sql<{ host: string; holder: string | null }>`
    select w.host, held.holder
    from unnest(${hosts}::text[]) as w (host)
    cross join lateral (
      select d.domain as holder from dns_domains d join dns_records r on r.domain_id = d.id
        and r.host = case when d.domain = w.host then '@' else left(w.host, -length(d.domain) - 1) end
      where d.id <> ${domain.id} and r.proxy
        and (d.domain = w.host or right(w.host, length(d.domain) + 1) = '.' || d.domain)
      union all
      select null where right(w.host, length(${edgeDomain}) + 1) = '.' || ${edgeDomain}
        and alias_taken(left(w.host, -length(${edgeDomain}) - 1))
    ) held limit 1`.execute(tx.db);
  const [held] = rows;
  if (!held) return;
  const where = held.holder === null ? 'the host name of a zone' : `proxied in the domain ${held.holder}`;
  throw fieldProblem('not_proxiable', 'host', `${held.host} is ${where} already: edges serve a host from one place.`);
}
