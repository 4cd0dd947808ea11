import { type Kysely, sql } from 'kysely';
import { recordActivity, system } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import { queueMail } from '../../lib/mail.ts';
import { notify } from '../../lib/notify.ts';
import { keptInvitationDays, keyLifetimeSeconds, makeKey } from '../../lib/one-time-keys.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Settings } from '../../lib/settings.ts';
import { type Individual, individual, nameOf } from './people.ts';

type Invited = Pick<Individual, 'id' | 'customer_id' | 'firstname' | 'lastname' | 'email'>;

/**
 * Mails the link that lets an invited contact choose a password; the one before it ends.
 * @param inviter left out, the account itself invites.
 */
export async function mailInvitation(
  db: Kysely<DB>,
  settings: Settings,
  contact: Invited,
  inviter?: string,
): Promise<void> {
  const key = await makeKey(db, contact.id, 'invitation');
  const { fullname, company } = await db
    .selectFrom('customers')
    .select(['fullname', 'company'])
    .where('id', '=', contact.customer_id)
    .executeTakeFirstOrThrow();
  await queueMail(db, settings, {
    customerId: contact.customer_id,
    userId: contact.id,
    to: contact.email,
    template: 'contact-invitation',
    values: {
      name: nameOf(contact),
      inviter: inviter ?? fullname,
      account: company || fullname,
      link: `${settings.publicUrl}/invitation#${key}`,
      days: keyLifetimeSeconds.invitation / 86_400,
    },
  });
}

/** An invitation that nobody accepted keeps no address from whoever proves or claims it: it ends, and its account is told. */
export async function endInvitation(db: Kysely<DB>, email: string): Promise<void> {
  const ended = await db
    .deleteFrom('users')
    .where('email', '=', email)
    .where('password_hash', 'is', null)
    .returning(individual)
    .execute();
  await tellInviters(db, ended);
}

/** Ends the invitations whose last link ran out long ago. */
export async function sweepInvitations({ owner }: Database): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    const lasts = keyLifetimeSeconds.invitation + keptInvitationDays * 86_400;
    const ended = await tx
      .deleteFrom('users')
      .where('password_hash', 'is', null)
      .where(sql<boolean>`created_at < now() - make_interval(secs => ${lasts})`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('one_time_keys as k')
              .select('k.user_id')
              .whereRef('k.user_id', '=', 'users.id')
              .where('k.purpose', '=', 'invitation')
              .where(sql<boolean>`k.expires_at > now() - make_interval(days => ${keptInvitationDays})`),
          ),
        ),
      )
      .returning(individual)
      .execute();
    await tellInviters(tx, ended);
  });
}

async function tellInviters(db: Kysely<DB>, ended: Individual[]): Promise<void> {
  for (const contact of ended) {
    const { id, customer_id: customerId } = contact;
    const object = { type: 'contact', id, name: nameOf(contact) };
    await recordActivity(db, system(customerId), { action: 'invitation.ended', object });
    await notify(db, { customerId, event: { topic: 'contacts', serviceId: null, id: String(id) } });
  }
}
