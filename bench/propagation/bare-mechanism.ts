import { EdgeControl, type EdgeZoneConfig } from '@headwater/engines/nginx';
import pg from 'pg';

/**
 * The least that carries a change from a commit to the edge: one UPDATE, one NOTIFY, one write to nginx's socket. No
 * session, no validation, no row security, no feed, no last good state, no acknowledgement.
 */
export async function openBareMechanism(databaseUrl: string, controlSocket: string) {
  const writer = new pg.Client({ connectionString: databaseUrl });
  const listener = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([writer.connect(), listener.connect()]);
  await writer.query('create table if not exists bare_zones (id text primary key, doc jsonb not null)');
  await listener.query('listen bare_zones');
  const edge = new EdgeControl(controlSocket);
  listener.on('notification', async ({ payload }) => {
    const { rows } = await listener.query<{ doc: EdgeZoneConfig }>('select doc from bare_zones where id = $1', [
      payload,
    ]);
    await edge.putZones([rows[0]!.doc]);
  });
  return {
    async change(zone: EdgeZoneConfig): Promise<void> {
      await writer.query('begin');
      await writer.query('insert into bare_zones values ($1, $2) on conflict (id) do update set doc = excluded.doc', [
        zone.id,
        JSON.stringify(zone),
      ]);
      await writer.query(`select pg_notify('bare_zones', $1)`, [zone.id]);
      await writer.query('commit');
    },
    async close(): Promise<void> {
      edge.close();
      await Promise.all([writer.end(), listener.end()]);
    },
  };
}
