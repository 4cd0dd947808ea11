import type { DownloadTicket } from '@headwater/contract/downloads/schema';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DB } from './schema.gen.ts';
import { hashToken, newToken } from './secret.ts';
import type { Who } from './who.ts';

const lifetimeSeconds = 600;

/**
 * Makes an address that a browser can open, for one thing, without the session's token in it. It may be used several
 * times, and ends with the session or the key that asked for it.
 * @param kind names a feature's `DownloadSource`, which is given the params.
 */
export async function makeTicket(
  db: Kysely<DB>,
  who: Who,
  kind: string,
  params: object,
): Promise<z.infer<typeof DownloadTicket>> {
  const token = newToken('hwd');
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000);
  await db
    .insertInto('download_tickets')
    .values({
      token_hash: hashToken(token),
      customer_id: who.customerId,
      credential_id: who.credentialId,
      kind,
      params: JSON.stringify(params),
      expires_at: expiresAt,
    })
    .execute();
  return { url: `/api/v1/downloads/${token}`, expiresAt: expiresAt.toISOString() };
}
