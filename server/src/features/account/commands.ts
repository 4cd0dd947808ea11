import { randomBytes } from 'node:crypto';
import { Permission, permissions } from '@headwater/contract/lib/permissions';
import { z } from 'zod';
import { changesBetween, operator, recordActivity } from '../../lib/activity.ts';
import { command } from '../../lib/command.ts';
import { notify } from '../../lib/notify.ts';
import { hashPassword } from './passwords.ts';
import { findCustomer, findPerson, insertPerson, nameOf } from './people.ts';
import { endSessions } from './sessions.ts';
import { setPassword } from './set-password.ts';
import { markVerified } from './verify.ts';

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
        await recordActivity(tx, operator(customer.id), {
          action: 'account.registered',
          object: { type: 'account', id: customer.id, name },
        });
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
      await database.owner.transaction().execute(async (tx) => {
        const customerId = await findCustomer(tx, customer);
        const id = await insertPerson(tx, customerId, person);
        await recordActivity(tx, operator(customerId), {
          action: 'contact.created',
          object: { type: 'contact', id, name },
          changes: changesBetween({}, { email, permissions }),
        });
        await notify(tx, { customerId, event: { topic: 'contacts', serviceId: null, id: String(id) } });
      });
      print(`contact created: ${email}, who may ${permissions.join(', ') || 'do nothing yet'}`);
      if (!password) print(`password: ${chosen}`);
    },
  }),

  'customer verify': command({
    summary: "Take a main account holder's e-mail address as verified",
    options: z.object({ email: email.describe('sign-in of the main account holder') }),
    async run({ email }, { database, print }) {
      await database.owner.transaction().execute(async (tx) => {
        const customerId = await findCustomer(tx, email);
        const person = await findPerson(tx, email);
        await markVerified(tx, person);
        await recordActivity(tx, operator(customerId), {
          action: 'account.verified',
          object: { type: 'person', id: person.id, name: email },
        });
      });
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
        const person = await findPerson(tx, email);
        const ended = await setPassword(tx, person, passwordHash);
        await recordActivity(tx, operator(person.customer_id), {
          action: 'password.reset',
          object: { type: 'person', id: person.id, name: nameOf(person) },
        });
        print(`password of ${email} set; ${ended} sessions ended`);
      });
      if (!password) print(`password: ${chosen}`);
    },
  }),

  'session end': command({
    summary: 'End every session of a sign-in',
    options: z.object({ email: email.describe('whose sessions') }),
    async run({ email }, { database, print }) {
      await database.owner.transaction().execute(async (tx) => {
        const person = await findPerson(tx, email);
        const ended = await endSessions(tx, { userId: person.id, customerId: person.customer_id });
        await recordActivity(tx, operator(person.customer_id), {
          action: 'session.ended',
          object: { type: 'person', id: person.id, name: nameOf(person) },
        });
        print(`${ended.length} sessions of ${email} ended`);
      });
    },
  }),
};
