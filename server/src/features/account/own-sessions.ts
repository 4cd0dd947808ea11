import type { SessionInfo } from '@headwater/contract/account/schema';
import { sql } from 'kysely';
import { recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import { endStreams } from '../../lib/notify.ts';
import type { Who } from '../../lib/who.ts';
import { endSessions } from './sessions.ts';

/** Where the person is signed in, newest first. */
export const listSessions = (database: Database, who: Who): Promise<SessionInfo[]> =>
  database.readAsCustomer(who.customerId, async ({ db }) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'remember', 'address', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
      .where('user_id', '=', who.userId)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      current: row.id === who.credentialId,
      remember: row.remember,
      address: row.address,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
  });

/** Ends one of the person's own sessions. @returns whether there was one; anybody else's is as one that never was. */
export const endOwnSession = (database: Database, who: Who, sessionId: string): Promise<boolean> =>
  database.asCustomer(who.customerId, async ({ db }) => {
    const ended = await db
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', who.userId)
      .returning('address')
      .executeTakeFirst();
    if (!ended) return false;
    await endStreams(db, who.customerId, { credentialId: sessionId });
    await recordActivity(db, who, {
      action: 'session.ended',
      object: { type: 'session', id: sessionId, name: ended.address },
    });
    return true;
  });

/** @returns how many ended. */
export const endOtherSessions = (database: Database, who: Who): Promise<number> =>
  database.asCustomer(who.customerId, async ({ db }) => {
    const ended = await endSessions(db, who, who.credentialId);
    await recordActivity(db, who, {
      action: 'session.others-ended',
      object: { type: 'person', id: who.userId, name: who.name },
      changes: { sessions: { from: ended.length + 1, to: 1 } },
    });
    return ended.length;
  });
