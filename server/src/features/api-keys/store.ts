import type { ApiKey } from '@headwater/contract/api-keys/schema';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import { personName } from '../../lib/person-name.ts';

/** The account's keys, those in use first. The request role sees one customer's rows only. */
const shown = ({ db }: Pick<Tx, 'db'>) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.name', 'k.start', 'k.permissions', 'k.addresses', 'k.expires_at', 'k.created_at'])
    .select(['k.last_used_at', 'k.last_used_from'])
    .select([
      sql<number[] | null>`to_jsonb(k.services)`.as('services'),
      sql<string>`${sql.raw(personName('u'))}`.as('created_by'),
      sql<ApiKey['state']>`case when k.revoked_at is not null then 'revoked'
        when k.expires_at <= now() then 'expired' else 'active' end`.as('state'),
    ])
    .orderBy(sql`k.revoked_at is not null, coalesce(k.expires_at <= now(), false)`)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id');

export const listKeys = (tx: Pick<Tx, 'db'>) => shown(tx).execute();
export const findKey = (tx: Pick<Tx, 'db'>, id: string) => shown(tx).where('k.id', '=', id).executeTakeFirst();

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

export const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  permissions: row.permissions as ApiKey['permissions'],
  services: row.services,
  addresses: row.addresses?.map(toRange) ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: row.last_used_from,
  state: row.state,
});

/** One address is shown without the length that says so. */
const toRange = (range: string) => range.replace(range.includes(':') ? /\/128$/ : /\/32$/, '');
