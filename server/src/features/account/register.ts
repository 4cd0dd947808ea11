import type { Registration } from '@headwater/contract/account/schema';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import { type Limit, limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { queueMail } from '../../lib/mail.ts';
import { makeKey } from '../../lib/one-time-keys.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Settings } from '../../lib/settings.ts';
import { endInvitation } from './invitations.ts';
import { hashPassword, refuseOwnAddress } from './passwords.ts';
import { actorOf, findByEmail, type Individual, individual, splitName } from './people.ts';

const perAddress: Limit = { attempts: 20, windowSeconds: 3600 };
const perEmail: Limit = { attempts: 5, windowSeconds: 3600 };

/**
 * Creates an account and mails the link that verifies its address. Whoever signs up by a known address is answered
 * alike, after the same work; that it is known is told to its mailbox only.
 */
export async function register(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  wish: z.output<typeof Registration>,
  request: FastifyRequest,
): Promise<void> {
  refuseOwnAddress(wish.password, wish.email);
  await takeAttempts(database.ownerPool, [
    { subject: `register address ${limitedAddress(request.ip)}`, limit: perAddress },
    { subject: `register account ${wish.email}`, limit: perEmail },
  ]);
  const passwordHash = await hashPassword(wish.password);
  await database.owner.transaction().execute(async (tx) => {
    const account = await tx
      .insertInto('customers')
      .values({ fullname: wish.fullname })
      .returning('id')
      .executeTakeFirstOrThrow();
    await endInvitation(tx, wish.email);
    const person = await tx
      .insertInto('users')
      .values({
        customer_id: account.id,
        is_owner: true,
        ...splitName(wish.fullname),
        email: wish.email,
        password_hash: passwordHash,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(individual)
      .executeTakeFirst();
    if (person) return welcome(tx, settings, { ...person, fullname: wish.fullname }, request);
    await tx.deleteFrom('customers').where('id', '=', account.id).execute();
    await tellKnown(tx, settings, await findByEmail(tx, wish.email));
  });
}

async function welcome(
  tx: Kysely<DB>,
  settings: Settings,
  person: Individual & { fullname: string },
  request: FastifyRequest,
): Promise<void> {
  await mailVerification(tx, settings, person);
  await recordActivity(tx, actorOf(person, request), {
    action: 'account.registered',
    object: { type: 'account', id: person.customer_id, name: person.fullname },
  });
}

/** Mails the account's holder the link that verifies their address; the one before it ends. */
export async function mailVerification(
  db: Kysely<DB>,
  settings: Settings,
  holder: { id: number; customer_id: number; email: string },
): Promise<void> {
  const key = await makeKey(db, holder.id, 'verify-email');
  await queueMail(db, settings, {
    customerId: holder.customer_id,
    userId: holder.id,
    to: holder.email,
    template: 'verify-email',
    values: { link: `${settings.publicUrl}/verify-email#${key}` },
  });
}

/** Tells those who have an account already that somebody wanted one by their address; an invitation is none yet. */
export async function tellKnown(
  db: Kysely<DB>,
  settings: Settings,
  person: Awaited<ReturnType<typeof findByEmail>>,
): Promise<void> {
  if (!person || person.invited) return mailNobody(db, settings);
  const key = await makeKey(db, person.id, 'reset-password');
  await queueMail(db, settings, {
    customerId: person.customer_id,
    userId: person.id,
    to: person.email,
    template: 'already-registered',
    values: {
      signInLink: settings.publicUrl,
      resetLink: `${settings.publicUrl}/reset-password#${key}`,
    },
  });
}

/** The work of queueing a message, without one: how long an answer takes must not tell who has an account. */
export async function mailNobody(db: Kysely<DB>, settings: Settings): Promise<void> {
  await sql`savepoint nobody`.execute(db);
  await queueMail(db, settings, {
    customerId: null,
    to: 'nobody@nowhere.invalid',
    template: 'reset-password',
    values: { name: 'Nobody', link: `${settings.publicUrl}/reset-password#none`, minutes: 0 },
  });
  await sql`rollback to savepoint nobody`.execute(db);
}
