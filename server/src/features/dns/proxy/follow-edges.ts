import { sql } from 'kysely';
import type { Database } from '../../../lib/db.ts';
import type { JobDeps } from '../../../lib/jobs.ts';
import { republishDomains } from '../republish.ts';

/** Proxied hosts are answered with the addresses that edges have now. */
export async function followEdges(database: Database, { settings }: JobDeps): Promise<void> {
  const proxied = sql`exists (select from dns_records r where r.domain_id = d.id and r.proxy)`;
  await republishDomains(database, settings, proxied);
}
