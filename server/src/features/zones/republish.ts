import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import type { Deps, ServiceChange } from '../../lib/feature.ts';
import type { Settings } from '../../lib/settings.ts';
import { publishZone } from './change.ts';
import { toEdgeZone } from './edge-document.ts';
import type { ZoneRow } from './store.ts';

type ToldZone = ZoneRow & { is_active: boolean; doc: object | null };

/**
 * Brings what the edges are told in line with what zones say: after a change of settings that documents are made with
 * (the edge domain, the demo's origin), of their form in a new version, or of rows by hand.
 * @returns how many zones were told anew.
 */
export const republishZones = (database: Database, settings: Settings): Promise<number> =>
  database.owner.transaction().execute(async (db) => {
    const drifted = await lockDrifted({ settings }, { db }, sql`true`);
    for (const zone of drifted) await publishZone({ settings }, { db }, zone);
    return drifted.length;
  });

/** Zones serve while their service is Active. */
export async function followService(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { id }: ServiceChange,
): Promise<(() => Promise<void>) | null> {
  const drifted = await lockDrifted(deps, tx, sql`z.service_id = ${id}`);
  if (drifted.length === 0) return null;
  return async () => {
    for (const zone of drifted) await publishZone(deps, tx, zone);
  };
}

async function lockDrifted(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
): Promise<ToldZone[]> {
  const { rows } = await sql<ToldZone>`
    select z.*, s.domainstatus = 'Active' as is_active, d.doc
    from zones z join services s on s.id = z.service_id
    left join desired_state d on d.kind = 'edge' and d.key = 'zone/' || z.id
    where ${which} order by z.id for update of z`.execute(tx.db);
  return rows.filter((zone) => !isDeepStrictEqual(zone.doc, expectedOf(zone, deps.settings)));
}

const expectedOf = (zone: ToldZone, settings: Settings) =>
  zone.deleted_at ? null : toEdgeZone(zone, zone.is_active, settings);
