import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { Settings } from '../../lib/settings.ts';
import { publishZone } from './change.ts';
import { toEdgeZone } from './edge-document.ts';
import type { ZoneRow } from './store.ts';

/**
 * Brings what the edges are told in line with what zones say: after a change of settings that documents are made with
 * (the edge domain, the demo's origin), of their form in a new version, or of rows by hand.
 * @returns how many zones were told anew.
 */
export async function republishZones(database: Database, settings: Settings): Promise<number> {
  return database.owner.transaction().execute(async (db) => {
    const { rows } = await sql<ZoneRow & { doc: object | null }>`
      select z.*, d.doc from zones z left join desired_state d on d.kind = 'edge' and d.key = 'zone/' || z.id
      order by z.id for update of z`.execute(db);
    const drifted = rows.filter(({ doc, ...zone }) => !isDeepStrictEqual(doc, expectedOf(zone, settings)));
    for (const { doc: _, ...zone } of drifted) await publishZone({ settings }, { db }, zone);
    return drifted.length;
  });
}

const expectedOf = (zone: ZoneRow, settings: Settings) => (zone.deleted_at ? null : toEdgeZone(zone, settings));
