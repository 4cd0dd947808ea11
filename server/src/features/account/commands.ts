import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import { notify } from '../../lib/notify.ts';
import { hashPassword } from './passwords.ts';

const email = z.email().toLowerCase();
const password = z.string().min(10, 'Use at least 10 characters').max(1024).optional();
const inventPassword = () => randomBytes(15).toString('base64url');

export const accountCommands = {
  'customer create': command({
    summary: 'Create a customer with a main account holder',
    options: z.object({
      email: email.describe('sign-in of the main account holder'),
      name: z.string().min(1).max(200).describe('full name'),
      password: password.describe('at least 10 characters; left out, one is made and printed'),
    }),
    async run({ email, name, password }, { database, print }) {
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
              email_verified: true,
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
