import type { Kysely } from 'kysely';
import { CommandError } from '../../lib/command.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { hashPassword } from './passwords.ts';

type NewPerson = {
  email: string;
  /** Full name; the first word is the first name. */
  name: string;
  password: string;
  isOwner: boolean;
  isVerified: boolean;
  permissions: string[];
};

/** @throws CommandError when somebody signs in by this address already. */
export async function insertPerson(db: Kysely<DB>, customerId: number, person: NewPerson): Promise<void> {
  const [firstname = '', ...rest] = person.name.split(' ');
  await db
    .insertInto('users')
    .values({
      customer_id: customerId,
      is_owner: person.isOwner,
      firstname,
      lastname: rest.join(' '),
      email: person.email,
      email_verified: person.isVerified,
      password_hash: await hashPassword(person.password),
      permissions: person.permissions,
    })
    .execute()
    .catch((error: { constraint?: string }) => {
      if (error.constraint !== 'users_email_key') throw error;
      throw new CommandError(`${person.email} signs in somebody already.`);
    });
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
