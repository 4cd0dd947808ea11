import { type Kysely, sql } from 'kysely';
import { type Mail, queueMail } from './mail.ts';
import type { Templates } from './mail-templates.ts';
import { personName } from './person-name.ts';
import type { DB } from './schema.gen.ts';
import type { Settings } from './settings.ts';

type Letter = {
  [Name in keyof Templates]: { template: Name; values: Omit<Templates[Name], 'name'> };
}[keyof Templates];

/** Queues a message to the account's holder, addressed by name. */
export async function mailAccountHolder(
  db: Kysely<DB>,
  settings: Settings,
  customerId: number,
  { template, values }: Letter,
): Promise<void> {
  const holder = await db
    .selectFrom('users')
    .select(['id', 'email', sql<string>`${sql.raw(personName('users'))}`.as('name')])
    .where('customer_id', '=', customerId)
    .where('is_owner', '=', true)
    .executeTakeFirstOrThrow();
  const whom = { customerId, userId: holder.id, to: holder.email };
  await queueMail(db, settings, { ...whom, template, values: { ...values, name: holder.name } } as Mail);
}
