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
  database.owner.transaction().execute((db) => publishDrifted({ settings }, { db }, sql`true`));

/** Zones serve while their service is Active. */
export async function followService(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { id }: ServiceChange,
): Promise<void> {
  await publishDrifted(deps, tx, sql`z.service_id = ${id}`);
}

async function publishDrifted(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<ToldZone>`
    select z.*, s.domainstatus = 'Active' as is_active, d.doc
    from zones z join services s on s.id = z.service_id
    left join desired_state d on d.kind = 'edge' and d.key = 'zone/' || z.id
    where ${which} order by z.id for update of z`.execute(tx.db);
  const drifted = rows.filter((zone) => !isDeepStrictEqual(zone.doc, expectedOf(zone, deps.settings)));
  for (const zone of drifted) await publishZone(deps, tx, zone);
  return drifted.length;
}

const expectedOf = (zone: ToldZone, settings: Settings) =>
  zone.deleted_at ? null : toEdgeZone(zone, zone.is_active, settings);
