import { isIP } from 'node:net';
import type { Permission } from '@headwater/contract/lib/permissions';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../lib/db.ts';
import { limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { Problem } from '../../lib/problem.ts';
import { hashToken } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { permissionsOf } from '../account/index.ts';

/** Nobody comes upon 256 bits by trying; those who try are slowed down all the same. */
const unknownKeys = { attempts: 50, windowSeconds: 15 * 60 };

type KeyRow = {
  id: string;
  name: string;
  user_id: number;
  customer_id: number;
  granted: Permission[];
  services: number[] | null;
  expires_at: Date | null;
  is_over: boolean;
  is_address_allowed: boolean;
  used_long_ago: boolean;
  is_owner: boolean;
  /** What its maker may do now. */
  permissions: string[];
  verified: boolean;
};

/**
 * Whom a key stands for: one query a request.
 * @throws Problem `invalid_key` when there is no such key, or no longer; `forbidden` when it is for other addresses;
 * `rate_limited` after too many keys that never were.
 */
export async function readKey(database: Database, request: FastifyRequest, token: string): Promise<Who> {
  const address = plainAddress(request.ip);
  const row = await findKey(database, address, { token });
  if (!row) {
    const subject = `api key ${limitedAddress(request.ip)}`;
    await takeAttempts(database.ownerPool, [{ subject, limit: unknownKeys }]);
  }
  if (!row || row.is_over) throw new Problem('invalid_key', 'This API key was revoked, has expired or never was.');
  if (!row.is_address_allowed) {
    throw new Problem('forbidden', `This API key may not be used from ${address ?? 'an unknown address'}.`);
  }
  if (row.used_long_ago) noteUse(database, row.id, address);
  return whoOf(row, request);
}

/** Who a key stands for that started something which another request goes on with; undefined once it has ended. */
export async function readKeyById(database: Database, request: FastifyRequest, id: string): Promise<Who | undefined> {
  const row = await findKey(database, plainAddress(request.ip), { id });
  return row && !row.is_over && row.is_address_allowed ? whoOf(row, request) : undefined;
}

function whoOf(row: KeyRow, request: FastifyRequest): Who {
  const held = permissionsOf(row);
  return {
    kind: 'key',
    credentialId: row.id,
    userId: row.user_id,
    customerId: row.customer_id,
    isOwner: false,
    name: `API key ${row.name}`,
    permissions: new Set(row.granted.filter((permission) => held.has(permission))),
    services: row.services && new Set(row.services),
    isVerified: row.verified,
    steppedUpAt: null,
    expiresAt: row.expires_at,
    address: request.ip,
    requestId: request.id,
  };
}

async function findKey(
  database: Database,
  address: string | null,
  by: { token: string } | { id: string },
): Promise<KeyRow | undefined> {
  const [name, column, value] =
    'token' in by ? ['find-key', 'k.token_hash', hashToken(by.token)] : ['find-key-by-id', 'k.id', by.id];
  const found = await database.ownerPool.query<KeyRow>({
    name,
    text: `select k.id, k.name, k.user_id, k.customer_id, k.permissions as granted, to_jsonb(k.services) as services,
        k.expires_at, u.is_owner, u.permissions,
        k.revoked_at is not null or coalesce(k.expires_at <= now(), false) or u.suspended as is_over,
        k.addresses is null or coalesce($2::inet <<= any (k.addresses::inet[]), false) as is_address_allowed,
        coalesce(k.last_used_at < now() - interval '1 minute', true) as used_long_ago,
        case when u.is_owner then u.email_verified else (
          select o.email_verified from users o where o.customer_id = k.customer_id and o.is_owner
        ) end as verified
      from api_keys k join users u on u.id = k.user_id where ${column} = $1`,
    values: [value, address],
  });
  return found.rows[0];
}

/** To the minute is enough for people, and nobody waits for it. */
function noteUse({ ownerPool }: Database, id: string, address: string | null): void {
  ownerPool
    .query(
      `update api_keys set last_used_at = now(), last_used_from = $2
        where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)`,
      [id, address],
    )
    .catch(() => {});
}

/** An address as ranges name it: IPv4 that came in over an IPv6 socket is IPv4. Null for what a proxy made up. */
export function plainAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) ? plain : null;
}
