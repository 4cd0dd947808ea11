import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import { wakeMailers } from '../../lib/mail.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { findNewest } from './outbox.ts';

const mostListed = 100;

export const commands = {
  'mail last': command({
    summary: 'Print the newest message in the outbox, where messages go without a mail server',
    options: z.object({ to: z.email().toLowerCase().optional().describe('the newest one to this address') }),
    async run({ to }, { settings, print }) {
      const found = await findNewest(join(settings.dataFolder, 'outbox'), to);
      if (!found) {
        const where = settings.smtpUrl ? ' Messages go to the server in HEADWATER_SMTP_URL.' : '';
        throw new CommandError(`There is no message${to ? ` to ${to}` : ''} in the outbox.${where}`);
      }
      print(`To: ${found.to}\nSubject: ${found.subject}\nDate: ${found.date}\n\n${found.text.trimEnd()}`);
    },
  }),

  'mail list': command({
    summary: `List messages that wait or were given up, with the reason; the newest ${mostListed}`,
    options: z.object({}),
    async run(_, { database, print }) {
      const rows = await database.owner
        .selectFrom('emails')
        .select(['id', 'state', 'recipient', 'template', 'attempts', 'created_at', 'last_error'])
        .where('state', '<>', 'sent')
        .orderBy('created_at', 'desc')
        .limit(mostListed)
        .execute();
      for (const row of rows) {
        const attempts = `${row.attempts} ${row.attempts === 1 ? 'attempt' : 'attempts'}`;
        const fields = [row.id, row.state, row.created_at.toISOString(), row.recipient, row.template, attempts];
        print([...fields, row.last_error ?? ''].join('\t').trimEnd());
      }
      if (rows.length === 0) print('Every message was sent.');
    },
  }),

  'mail retry': command({
    summary: 'Send a message that waits or was given up at once',
    options: z.object({ id: z.string().min(1).describe('as `mail list` shows it') }),
    async run({ id }, { database, print }) {
      const recipient = await database.owner.transaction().execute((tx) => queueAgain(tx, id));
      print(`The message to ${recipient} is sent as soon as a worker is free; see: mail list`);
    },
  }),
};

/** @returns whom it goes to. */
async function queueAgain(db: Kysely<DB>, id: string): Promise<string> {
  const mail = await db
    .selectFrom('emails')
    .select(['state', 'recipient', 'masked', 'sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw new CommandError(`There is no message ${id}.`);
  if (mail.state === 'sent') throw new CommandError('This message was sent already.');
  if (mail.masked && !mail.sealed) {
    throw new CommandError('Its one-time link was thrown away when the message was given up. Ask for a new one.');
  }
  // What a worker is sending at this moment stays claimed, and its attempts tell it from others.
  await db
    .updateTable('emails')
    .set({ state: 'queued', next_attempt_at: sql`now()`, ...(mail.state === 'failed' && { attempts: 0 }) })
    .where('id', '=', id)
    .execute();
  await wakeMailers(db);
  return mail.recipient;
}
