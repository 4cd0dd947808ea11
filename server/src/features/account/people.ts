import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../lib/activity.ts';
import { CommandError } from '../../lib/command.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { hashPassword } from './passwords.ts';

/** Somebody who signs in, as far as mails and the activity log know them. */
export type Individual = {
  id: number;
  customer_id: number;
  is_owner: boolean;
  firstname: string;
  lastname: string;
  email: string;
};
export const individual = ['id', 'customer_id', 'is_owner', 'firstname', 'lastname', 'email'] as const;

export const nameOf = ({ firstname, lastname, email }: Pick<Individual, 'firstname' | 'lastname' | 'email'>) =>
  `${firstname} ${lastname}`.trim() || email;

/** The person as the actor of a request that comes without their session: by a mailed link, or when they sign in. */
export const actorOf = (person: Individual, request: FastifyRequest): Actor => ({
  kind: person.is_owner ? 'user' : 'contact',
  customerId: person.customer_id,
  name: nameOf(person),
  userId: person.id,
  address: request.ip,
  requestId: request.id,
});

/** The first word is the first name; each part as long as a form takes it. */
export function splitName(fullname: string): { firstname: string; lastname: string } {
  const [first = '', ...rest] = fullname.split(' ');
  return { firstname: first.slice(0, 100), lastname: rest.join(' ').slice(0, 100) };
}

/** Who may sign in by this address, or is invited to; nobody while they are suspended. */
export const findByEmail = (db: Kysely<DB>, email: string): Promise<(Individual & { invited: boolean }) | undefined> =>
  db
    .selectFrom('users')
    .select(individual)
    .select(sql<boolean>`password_hash is null`.as('invited'))
    .where('email', '=', email)
    .where('suspended', '=', false)
    .executeTakeFirst();

type NewPerson = {
  email: string;
  name: string;
  password: string;
  isOwner: boolean;
  isVerified: boolean;
  permissions: string[];
};

/**
 * @returns the new person's id.
 * @throws CommandError when somebody signs in by this address already.
 */
export async function insertPerson(db: Kysely<DB>, customerId: number, person: NewPerson): Promise<number> {
  const inserted = await db
    .insertInto('users')
    .values({
      customer_id: customerId,
      is_owner: person.isOwner,
      ...splitName(person.name),
      email: person.email,
      email_verified: person.isVerified,
      password_hash: await hashPassword(person.password),
      permissions: person.permissions,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: { constraint?: string }) => {
      if (error.constraint !== 'users_email_key') throw error;
      throw new CommandError(`${person.email} signs in somebody already.`);
    });
  return inserted.id;
}

/** The customer whose main account holder signs in by this address. @throws CommandError when there is none. */
export async function findCustomer(db: Kysely<DB>, email: string): Promise<number> {
  const owner = await db
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', email)
    .where('is_owner', '=', true)
    .executeTakeFirst();
  if (!owner) throw new CommandError(`No customer's account holder signs in as ${email}.`);
  return owner.customer_id;
}

/** Who signs in by this address, suspended or not. @throws CommandError when nobody does. */
export async function findPerson(db: Kysely<DB>, email: string): Promise<Individual> {
  const person = await db.selectFrom('users').select(individual).where('email', '=', email).executeTakeFirst();
  if (!person) throw new CommandError(`Nobody signs in as ${email}.`);
  return person;
}
