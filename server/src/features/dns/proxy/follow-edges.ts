import { sql } from 'kysely';
import type { Database } from '../../../lib/db.ts';
import type { JobDeps } from '../../../lib/jobs.ts';
import { publishDrifted } from '../publish.ts';

/** Proxied hosts are answered with the addresses that edges have now. */
export async function followEdges({ owner }: Database, deps: JobDeps): Promise<void> {
  const proxied = sql`exists (select from dns_records r where r.domain_id = d.id and r.proxy)`;
  await owner.transaction().execute((db) => publishDrifted(deps, { db }, proxied));
}
