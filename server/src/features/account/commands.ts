import { randomBytes } from 'node:crypto';
import { Permission, permissions } from '@headwater/contract/lib/permissions';
import { sql } from 'kysely';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import { notify } from '../../lib/notify.ts';
import { hashPassword } from './passwords.ts';

const email = z.email().toLowerCase();
const password = z.string().min(10, 'Use at least 10 characters').max(1024).optional();
const inventPassword = () => randomBytes(15).toString('base64url');

const refuseTaken = (email: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'users_email_key' ? new CommandError(`${email} signs in somebody already.`) : error;
};

export const accountCommands = {
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
      const passwordHash = await hashPassword(chosen);
      const [firstname = '', ...rest] = name.split(' ');
      await database.owner
        .transaction()
        .execute(async (tx) => {
          const customer = await tx
            .insertInto('customers')
            .values({ fullname: name })
            .returning('id')
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('users')
            .values({
              customer_id: customer.id,
              is_owner: true,
              firstname,
              lastname: rest.join(' '),
              email,
              email_verified: !unverified,
              password_hash: passwordHash,
            })
            .execute();
          print(`customer ${customer.id} created: ${email}`);
        })
        .catch((error: { constraint?: string }) => {
          throw error.constraint === 'users_email_key'
            ? new CommandError(`${email} signs in somebody already.`)
            : error;
        });
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
      const passwordHash = await hashPassword(chosen);
      const [firstname = '', ...rest] = name.split(' ');
      const owner = await database.owner
        .selectFrom('users')
        .select('customer_id')
        .where('email', '=', customer)
        .where('is_owner', '=', true)
        .executeTakeFirst();
      if (!owner) throw new CommandError(`No customer's account holder signs in as ${customer}.`);
      await database.owner
        .insertInto('users')
        .values({
          customer_id: owner.customer_id,
          is_owner: false,
          firstname,
          lastname: rest.join(' '),
          email,
          email_verified: true,
          password_hash: passwordHash,
          permissions,
        })
        .execute()
        .catch(refuseTaken(email));
      print(`contact created: ${email}, who may ${permissions.join(', ') || 'do nothing yet'}`);
      if (!password) print(`password: ${chosen}`);
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
      for (const row of rows) print(`${row.id}\t${row.email}\t${row.fullname}\t${row.services ?? 0} services`);
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
          await notify(tx, {
            customerId: user.customer_id,
            sessionId: id,
            event: { topic: 'session', serviceId: null, id: null },
          });
        }
        await sql`delete from attempt_limits where subject = ${`login account ${email}`}`.execute(tx);
        print(`password of ${email} set; ${ended.length} sessions ended`);
      });
      if (!password) print(`password: ${chosen}`);
    },
  }),
};
