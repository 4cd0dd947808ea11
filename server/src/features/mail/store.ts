import type { Tx } from '../../lib/db.ts';

export type EmailRow = {
  id: string;
  subject: string;
  recipient: string;
  state: 'queued' | 'sent' | 'failed';
  created_at: Date;
  sent_at: Date | null;
};

type EmailQuery = { search: string; page: number; rows: number };

/** One page of messages, newest first, each with the number of all that match. */
export function listEmails(tx: Tx, { search, page, rows }: EmailQuery): Promise<(EmailRow & { total: number })[]> {
  return tx.named(
    'list-emails',
    `select id, subject, recipient, state, created_at, sent_at, count(*) over () as total from emails
     where $1 = '' or strpos(lower(subject), lower($1)) > 0 or strpos(lower(recipient), lower($1)) > 0
     order by created_at desc, id limit $2 offset $3`,
    [search, rows, (page - 1) * rows],
  );
}

/** For a page beyond the end, whose rows cannot tell. */
export async function countEmails(tx: Tx, search: string): Promise<number> {
  const [first] = await listEmails(tx, { search, page: 1, rows: 1 });
  return first?.total ?? 0;
}

export async function findEmail(
  tx: Tx,
  id: string,
): Promise<(EmailRow & { text_body: string; html_body: string }) | undefined> {
  const rows = await tx.named<EmailRow & { text_body: string; html_body: string }>(
    'find-email',
    'select id, subject, recipient, state, created_at, sent_at, text_body, html_body from emails where id = $1',
    [id],
  );
  return rows[0];
}
