import type { Kysely } from 'kysely';
import type { DB } from '../../lib/schema.gen.ts';
import { hashToken, newId } from '../../lib/secret.ts';

const howMany = 10;

/** Makes a person's recovery codes, in groups for reading; the ones before end. Only their hashes are kept. */
export async function makeCodes(db: Kysely<DB>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newId);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(code) })))
    .execute();
  return codes.map((code) => code.replace(/(?<=.)(?=(.{4})+$)/g, '-'));
}

/** Uses a code up: of two that race, one wins. */
export async function takeCode(db: Kysely<DB>, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countCodes(db: Kysely<DB>, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}
