import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { hashToken } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';

export type Ticket = { kind: string; params: unknown; who: Who };

/** What a ticket was made for, and who may still have it; undefined once it, its session or its key has ended. */
export async function readTicket(
  { database, features }: Pick<Deps, 'database' | 'features'>,
  request: FastifyRequest,
  token: string,
): Promise<Ticket | undefined> {
  const ticket = await database.owner
    .selectFrom('download_tickets')
    .select(['credential_id', 'kind', 'params'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!ticket) return undefined;
  const { credential_id: id, kind, params } = ticket;
  for (const { readCredential } of features) {
    const who = await readCredential?.({ database }, request, id);
    if (who) return { kind, params, who };
  }
  return undefined;
}

export async function sweepTickets({ owner }: Database): Promise<void> {
  await sql`delete from download_tickets where expires_at < now()`.execute(owner);
}
