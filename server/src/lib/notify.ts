import type { ServerEvent } from '@headwater/contract/system/routes';
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

export const eventsChannel = 'headwater_events';
export const feedChannel = 'headwater_feed';

/** An event on its way: for one customer, or for everybody (null). `sessionId` narrows it to one session's streams. */
export type Dispatch = { customerId: number | null; sessionId?: string; event: ServerEvent };

/** Tells the browsers of a customer that something changed: ids only. Sent when the transaction commits. */
export async function notify(db: Kysely<DB>, dispatch: Dispatch): Promise<void> {
  await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(dispatch)})`.execute(db);
}
