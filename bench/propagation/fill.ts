import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Adds many zones beside the measured one, by SQL, and waits until the edge has them. */
export async function addZones(databaseUrl: string, serviceId: number, count: number, origin: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const settings = { hostHeader: null, edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 0 };
  await client.query(
    `insert into zones (id, customer_id, service_id, mode, type, name, alias, origin, settings)
     select 'bench' || n, customer_id, id, 'http', 'pull', 'Bench ' || n, 'bench-' || n, $2, $3::jsonb
     from services, generate_series(1, $4::int) n where id = $1`,
    [serviceId, origin, JSON.stringify(settings), count],
  );
  const { hostHeader, ...cache } = settings;
  await client.query(
    `select put_desired_state('edge', 'zone/' || id, customer_id, jsonb_build_object('id', id, 'disabled', false,
       'hosts', jsonb_build_array(alias || '.cdn.localhost'), 'cache', $1::jsonb, 'origin', $2::jsonb,
       'purge', '{"generation": 0, "bans": []}'::jsonb)) from zones where alias like 'bench-%'`,
    [JSON.stringify(cache), JSON.stringify({ url: origin, hostHeader, system: false })],
  );
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from desired_state where live_at is null`,
    );
    if (rows[0]!.waiting === 0) break;
    await sleep(100);
  }
  await client.end();
}
