import { unsealBodies } from '../lib/mail.ts';
import type { World } from './index.ts';

export type QueuedMail = { template: string; customerId: number | null; subject: string; text: string; html: string };

/** What waits to be sent to an address, oldest first, with its one-time links: as its mailbox will see it. */
export async function readMailbox({ database, settings }: World, address: string): Promise<QueuedMail[]> {
  const rows = await database.owner
    .selectFrom('emails')
    .selectAll()
    .where('recipient', '=', address)
    .where('state', '=', 'queued')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    template: row.template,
    customerId: row.customer_id,
    subject: row.subject,
    ...(row.sealed ? unsealBodies(settings.secret, row.id, row.sealed) : { text: row.text_body, html: row.html_body }),
  }));
}

/** The key of the newest message's link to this page of the panel. */
export async function readMailedLink(world: World, address: string, page: string): Promise<string> {
  const mails = await readMailbox(world, address);
  const link = new RegExp(`${world.settings.publicUrl}/${page}#(hwo_[\\w-]{43})`);
  const keys = mails.flatMap(({ text }) => link.exec(text)?.[1] ?? []);
  const newest = keys.at(-1);
  if (!newest) throw new Error(`no link to ${page} for ${address} in ${mails.map((mail) => mail.template)}`);
  return newest;
}
