import type { Database } from '@headwater/server/lib/db';
import { hashToken, newToken } from '@headwater/server/lib/secret';
import { sql } from 'kysely';

/** A customer with many zones, each with a day of traffic, an edge that has applied them, and an open session. */
export async function fill(database: Database, zones: number): Promise<{ serviceId: number; token: string }> {
  const token = newToken('hws');
  const { rows } = await sql<{ service_id: number }>`
    with c as (insert into customers (fullname) values ('Bench') returning id),
    u as (insert into users (customer_id, is_owner, email, email_verified, password_hash) select id, true, 'bench@headwater.test', true, '' from c returning id, customer_id),
    s as (insert into sessions (token_hash, id, user_id, customer_id, remember, address, user_agent, expires_at)
      select ${hashToken(token)}, 'bench', id, customer_id, false, '', '', now() + interval '1 day' from u)
    insert into services (customer_id, product, domain, domainstatus) select id, 'CDN', 'bench.example', 'Active' from c
    returning id as service_id`.execute(database.owner);
  const serviceId = rows[0]!.service_id;
  const settings = JSON.stringify({
    hostHeader: null,
    edgeTtlSeconds: null,
    queryString: 'keep',
    staleIfErrorSeconds: 0,
  });
  await sql`
    insert into zones (id, customer_id, service_id, mode, type, name, alias, origin, settings)
    select 'z' || n, s.customer_id, s.id, 'http', 'pull', 'Zone ' || n, 'zone-' || n, 'https://origin.example', ${settings}::jsonb
    from services s, generate_series(1, ${zones}) n where s.id = ${serviceId}`.execute(database.owner);
  await sql`
    insert into desired_state (kind, key, customer_id, seq, doc, live_at)
    select 'edge', 'zone/' || id, customer_id, nextval('desired_state_seq'), '{}', now() from zones`.execute(
    database.owner,
  );
  await sql`
    insert into usage select z.id, 'hour', date_trunc('hour', now()) - make_interval(hours => h), z.customer_id, z.service_id,
      100, 1000000, 90, 900000, 100, 0, 0, 0 from zones z, generate_series(0, 23) h`.execute(database.owner);
  await sql`
    insert into nodes (id, kind, name, state, last_seen_at, applied_seq, serving)
    values ('n1', 'edge', 'edge-1', 'in_service', now() + interval '1 hour', 1000000000, true)`.execute(database.owner);
  await sql`analyze`.execute(database.owner);
  return { serviceId, token };
}
