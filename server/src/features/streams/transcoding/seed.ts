import { defaultProfiles, type Profile } from '@headwater/contract/transcoding/profile';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { newId } from '../../../lib/secret.ts';

type Whose = { customerId: number; serviceId: number };

/** Profiles that new multi-bitrate streams begin with. */
export async function listDefaultProfiles(tx: Pick<Tx, 'db'>, whose: Whose): Promise<{ id: string; value: Profile }[]> {
  await seedProfiles(tx, whose);
  const { rows } = await sql<{ id: string; value: Profile }>`
    select id, value from live_profiles where service_id = ${whose.serviceId} and is_default
    order by created_at, id`.execute(tx.db);
  return rows;
}

/** Gives a service that never had a profile those that everybody begins with. Two at once wait for each other. */
export async function seedProfiles({ db }: Pick<Tx, 'db'>, { customerId, serviceId }: Whose): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('live profiles'), ${serviceId}::int)`.execute(db);
  const { rows } = await sql`select from live_profiles where service_id = ${serviceId} limit 1`.execute(db);
  if (rows.length > 0) return;
  for (const value of defaultProfiles) {
    await db
      .insertInto('live_profiles')
      .values({
        id: newId(),
        customer_id: customerId,
        service_id: serviceId,
        value: JSON.stringify(value),
        is_default: true,
      })
      .execute();
  }
}
