import { randomBytes } from 'node:crypto';
import { Permission, permissions } from '@headwater/contract/lib/permissions';
import { sql } from 'kysely';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import { endStreams } from '../../lib/notify.ts';
import { hashPassword } from './passwords.ts';
import { findCustomer, insertPerson } from './people.ts';

const email = z.email().toLowerCase();
const password = z.string().min(10, 'Use at least 10 characters').max(1024).optional();
const inventPassword = () => randomBytes(15).toString('base64url');

export const commands = {
  'customer create': command({
    summary: 'Create a customer with a main account holder',
    options: z.object({
      email: email.describe('sign-in of the main account holder'),
      name: z.string().min(1).max(200).describe('full name'),
      password: password.describe('at least 10 characters; left out, one is made and printed'),
      unverified: z.boolean().default(false).describe('the e-mail address still has to be verified'),
    }),
    async run({ email, name, password, unverified }, { database, print }) {
      const chosen = password ?? inventPassword();
      const person = { email, name, password: chosen, isOwner: true, isVerified: !unverified, permissions: [] };
      const id = await database.owner.transaction().execute(async (tx) => {
        const customer = await tx
          .insertInto('customers')
          .values({ fullname: name })
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertPerson(tx, customer.id, person);
        return customer.id;
      });
      print(`customer ${id} created: ${email}`);
      if (!password) print(`password: ${chosen}`);
    },
  }),

  'contact create': command({
    summary: 'Create a contact (sub-account) of a customer',
    options: z.object({
      customer: email.describe("sign-in of the customer's main account holder"),
      email: email.describe("the contact's own sign-in"),
      name: z.string().min(1).max(200).describe('full name'),
      permissions: z
        .string()
        .default('')
        .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
        .pipe(z.array(Permission))
        .describe(`what the contact may do, with commas: ${permissions.join(', ')}`),
      password: password.describe('at least 10 characters; left out, one is made and printed'),
    }),
    async run({ customer, email, name, permissions, password }, { database, print }) {
      const chosen = password ?? inventPassword();
      const person = { email, name, password: chosen, isOwner: false, isVerified: true, permissions };
      await insertPerson(database.owner, await findCustomer(database.owner, customer), person);
      print(`contact created: ${email}, who may ${permissions.join(', ') || 'do nothing yet'}`);
      if (!password) print(`password: ${chosen}`);
    },
  }),

  'customer verify': command({
    summary: "Take a main account holder's e-mail address as verified",
    options: z.object({ email: email.describe('sign-in of the main account holder') }),
    async run({ email }, { database, print }) {
      await findCustomer(database.owner, email);
      await database.owner.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute();
      print(`${email} is verified`);
    },
  }),

  'customer list': command({
    summary: 'List customers with their sign-ins and services',
    options: z.object({}),
    async run(_, { database, print }) {
      const rows = await database.owner
        .selectFrom('customers as c')
        .innerJoin('users as u', (join) => join.onRef('u.customer_id', '=', 'c.id').on('u.is_owner', '=', true))
        .select(['c.id', 'c.fullname', 'u.email'])
        .select((select) =>
          select
            .selectFrom('services as s')
            .select((s) => s.fn.countAll<number>().as('n'))
            .whereRef('s.customer_id', '=', 'c.id')
            .as('services'),
        )
        .orderBy('c.id')
        .execute();
      for (const row of rows)
        print(
          `${row.id}\t${row.email}\t${row.fullname}\t${row.services ?? 0} ${row.services === 1 ? 'service' : 'services'}`,
        );
    },
  }),

  'password reset': command({
    summary: 'Set a new password for a sign-in and end its sessions',
    options: z.object({
      email: email.describe('whose password'),
      password: password.describe('at least 10 characters; left out, one is made and printed'),
    }),
    async run({ email, password }, { database, print }) {
      const chosen = password ?? inventPassword();
      const passwordHash = await hashPassword(chosen);
      await database.owner.transaction().execute(async (tx) => {
        const user = await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('email', '=', email)
          .returning(['id', 'customer_id'])
          .executeTakeFirst();
        if (!user) throw new CommandError(`Nobody signs in as ${email}.`);
        const ended = await tx.deleteFrom('sessions').where('user_id', '=', user.id).returning('id').execute();
        for (const { id } of ended) {
          await endStreams(tx, user.customer_id, { credentialId: id });
        }
        await sql`delete from attempt_limits where subject = ${`login account ${email}`}`.execute(tx);
        print(`password of ${email} set; ${ended.length} sessions ended`);
      });
      if (!password) print(`password: ${chosen}`);
    },
  }),
};
