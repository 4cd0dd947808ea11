import { messages } from '@headwater/contract/lib/messages';
import { type Permission, permissions } from '@headwater/contract/lib/permissions';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import { endStreams } from '../../lib/notify.ts';
import { personName } from '../../lib/person-name.ts';
import { Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { hashToken, newId, newToken } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { actorOf, type Individual } from './people.ts';

const rememberedSeconds = 30 * 86_400;
const ordinarySeconds = 12 * 3600;

const everything: ReadonlySet<Permission> = new Set(permissions);
const known = new Set<string>(permissions);

type SessionRow = {
  id: string;
  user_id: number;
  customer_id: number;
  is_owner: boolean;
  name: string;
  permissions: string[];
  expires_at: Date;
  verified: boolean;
  stepped_up_at: Date;
  seen_long_ago: boolean;
};

/** Opens a session and returns its bearer token, which is kept nowhere. */
export async function openSession(
  database: Database,
  person: Individual,
  remember: boolean,
  request: FastifyRequest,
): Promise<string> {
  const token = newToken('hws');
  const id = newId();
  await database.owner.transaction().execute(async (tx) => {
    await tx
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        id,
        user_id: person.id,
        customer_id: person.customer_id,
        remember,
        address: request.ip,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        expires_at: new Date(Date.now() + (remember ? rememberedSeconds : ordinarySeconds) * 1000),
      })
      .execute();
    await tx.updateTable('users').set({ last_seen_at: new Date() }).where('id', '=', person.id).execute();
    await recordActivity(tx, actorOf(person, request), {
      action: 'session.started',
      object: { type: 'session', id, name: request.ip },
    });
  });
  return token;
}

/**
 * Ends a person's sessions: the next request of each is refused and its event streams are closed.
 * @param keep the session that goes on.
 * @returns the ids of those that ended.
 */
export async function endSessions(
  db: Kysely<DB>,
  whose: { userId: number; customerId: number },
  keep: string | null = null,
): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', whose.userId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep))
    .returning('id')
    .execute();
  for (const { id } of ended) await endStreams(db, whose.customerId, { credentialId: id });
  return ended.map(({ id }) => id);
}

/**
 * Whose session the token is: one query a request.
 * @throws Problem `expired_token` when it was revoked or has expired.
 */
export async function readSession(database: Database, request: FastifyRequest, token: string): Promise<Who> {
  const row = await findSession(database, { token });
  if (!row) throw new Problem('expired_token', messages.expiredToken);
  if (row.seen_long_ago) noteSeen(database, row.id);
  return whoOf(row, request);
}

/** Who a session stands for that started something which another request goes on with; undefined once it has ended. */
export async function readSessionById(
  database: Database,
  request: FastifyRequest,
  id: string,
): Promise<Who | undefined> {
  const row = await findSession(database, { id });
  return row && whoOf(row, request);
}

function whoOf(row: SessionRow, request: FastifyRequest): Who {
  return {
    kind: row.is_owner ? 'user' : 'contact',
    credentialId: row.id,
    userId: row.user_id,
    customerId: row.customer_id,
    isOwner: row.is_owner,
    name: row.name,
    permissions: permissionsOf(row),
    services: null,
    isVerified: row.verified,
    steppedUpAt: row.stepped_up_at,
    expiresAt: row.expires_at,
    address: request.ip,
    requestId: request.id,
  };
}

/** What a person may do: the main account holder everything, a contact what it was given. */
export const permissionsOf = (user: { is_owner: boolean; permissions: string[] }): ReadonlySet<Permission> =>
  user.is_owner ? everything : new Set(user.permissions.filter((name): name is Permission => known.has(name)));

/** To the minute is enough for people, and nobody waits for it. The person's own mark outlives the session. */
function noteSeen({ ownerPool }: Database, sessionId: string): void {
  ownerPool
    .query(
      `with seen as (update sessions set last_seen_at = now() where id = $1 returning user_id)
        update users set last_seen_at = now() from seen where users.id = seen.user_id`,
      [sessionId],
    )
    .catch(() => {});
}

async function findSession(
  database: Database,
  by: { token: string } | { id: string },
): Promise<SessionRow | undefined> {
  const [name, column, value] =
    'token' in by ? ['find-session', 's.token_hash', hashToken(by.token)] : ['find-session-by-id', 's.id', by.id];
  const found = await database.ownerPool.query<SessionRow>({
    name,
    text: `select s.id, s.user_id, s.customer_id, u.is_owner, u.permissions, s.expires_at, s.stepped_up_at,
        s.last_seen_at < now() - interval '1 minute' as seen_long_ago,
        ${personName('u')} as name,
        case when u.is_owner then u.email_verified else (
          select o.email_verified from users o where o.customer_id = s.customer_id and o.is_owner
        ) end as verified
      from sessions s join users u on u.id = s.user_id
      where ${column} = $1 and s.expires_at > now() and not u.suspended`,
    values: [value],
  });
  return found.rows[0];
}
