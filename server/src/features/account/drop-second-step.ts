import type { Kysely } from 'kysely';
import type { DB } from '../../lib/schema.gen.ts';

/** Forgets a person's authenticator app and recovery codes: their password alone signs in. */
export async function dropSecondStep(db: Kysely<DB>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
