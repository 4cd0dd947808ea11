import type { ServerEvent } from '@headwater/contract/system/routes';
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

export const eventsChannel = 'headwater_events';
export const feedChannel = 'headwater_feed';

/**
 * An event on its way: for one customer, or for everybody (null). A `session` event ends the streams of one session or
 * key (`credentialId`), or all of one person (`userId`), who come back with what they may do now.
 */
export type Dispatch = { customerId: number | null; credentialId?: string; userId?: number; event: ServerEvent };

/** Tells the browsers of a customer that something changed: ids only. Sent when the transaction commits. */
export async function notify(db: Kysely<DB>, dispatch: Dispatch): Promise<void> {
  await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(dispatch)})`.execute(db);
}

/** Ends the event streams of a session, a key or a person when the transaction commits. */
export const endStreams = (db: Kysely<DB>, customerId: number, whose: { credentialId: string } | { userId: number }) =>
  notify(db, { customerId, ...whose, event: { topic: 'session', serviceId: null, id: null } });
