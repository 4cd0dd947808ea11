import { type Kysely, sql } from 'kysely';
import { renderMail } from './mail-render.ts';
import type { Templates } from './mail-templates.ts';
import type { DB } from './schema.gen.ts';
import { seal, unseal } from './seal.ts';
import { newId } from './secret.ts';
import type { Settings } from './settings.ts';

/** Wakes the workers that send mail. */
export const mailChannel = 'headwater_mail';

/** A message to one person: a template and a value for each of its places. */
export type Mail = {
  [Name in keyof Templates]: {
    /** Whose list of messages it stands in; null for somebody without an account, as the owner's role only. */
    customerId: number | null;
    userId?: number | null;
    to: string;
    template: Name;
    values: Templates[Name];
  };
}[keyof Templates];

export type Bodies = { text: string; html: string };

/** Queues a message in the transaction of the change that it tells about: it is sent once, and only if, that commits. */
export async function queueMail(
  db: Kysely<DB>,
  settings: Pick<Settings, 'secret' | 'providerName' | 'publicUrl'>,
  mail: Mail,
): Promise<void> {
  const id = newId();
  const masked = renderMail(settings, mail.template, mail.values, 'masked');
  const { text, html } = renderMail(settings, mail.template, mail.values, 'whole');
  const hasSecrets = text !== masked.text || html !== masked.html;
  await db
    .insertInto('emails')
    .values({
      id,
      customer_id: mail.customerId,
      user_id: mail.userId ?? null,
      recipient: mail.to,
      template: mail.template,
      subject: masked.subject,
      text_body: masked.text,
      html_body: masked.html,
      masked: hasSecrets,
      sealed: hasSecrets ? seal(settings.secret, purposeOf(id), JSON.stringify({ text, html } satisfies Bodies)) : null,
    })
    .execute();
  await wakeMailers(db);
}

/** Sent when the transaction commits. */
export async function wakeMailers(db: Kysely<DB>): Promise<void> {
  await sql`select pg_notify(${mailChannel}, '')`.execute(db);
}

/** The bodies of a queued message with their one-time links. @throws Error when HEADWATER_SECRET is another one now. */
export const unsealBodies = (secret: string, id: string, sealed: Buffer): Bodies =>
  JSON.parse(unseal(secret, purposeOf(id), sealed).toString('utf8')) as Bodies;

// With the id in it, what was sealed for one message opens no other.
const purposeOf = (id: string) => `e-mail ${id}`;
