import type { ManagedContact } from '@headwater/contract/contacts/schema';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import { permissionsOf } from '../account/index.ts';

const people = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select(['id', 'is_owner', 'firstname', 'lastname', 'email', 'permissions', 'suspended'])
    .select(['created_at', 'last_seen_at', 'revision'])
    .select(sql<boolean>`has_password(id)`.as('has_password'));

/** Everyone who signs in for the account: its holder first, then the longest there. */
export const listPeople = (tx: Tx) => people(tx).orderBy('is_owner', 'desc').orderBy('id').execute();

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

export const findPerson = (tx: Tx, id: number): Promise<PersonRow | undefined> =>
  people(tx).where('id', '=', id).executeTakeFirst();

/** The same, and nobody else changes it until the transaction ends. */
export const lockPerson = (tx: Tx, id: number): Promise<PersonRow | undefined> =>
  people(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const toContact = (row: PersonRow): ManagedContact => ({
  id: String(row.id),
  contactid: String(row.id),
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  permissions: [...permissionsOf(row)],
  isOwner: row.is_owner,
  state: row.suspended ? 'suspended' : row.has_password ? 'active' : 'invited',
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  revision: row.revision,
});
