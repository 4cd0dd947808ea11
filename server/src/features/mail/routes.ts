import { mailRoutes } from '@headwater/contract/mail/routes';
import type { Email } from '@headwater/contract/mail/schema';
import type { Deps } from '../../lib/feature.ts';
import { notFound } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { countEmails, type EmailRow, findEmail, listEmails } from './store.ts';

export function serveMail(deps: Deps): void {
  serve(deps, mailRoutes, {
    listEmails: ({ who, query }) =>
      deps.database.readAsCustomer(who.customerId, async (tx) => {
        const rows = await listEmails(tx, query);
        const total = rows[0]?.total ?? (await countEmails(tx, query.search));
        return { emails: rows.map(toEmail), page: query.page, rows: query.rows, total };
      }),

    getEmail: ({ who, params }) =>
      deps.database.readAsCustomer(who.customerId, async (tx) => {
        const row = await findEmail(tx, params.emailId);
        if (!row) throw notFound('E-mail');
        return { email: { ...toEmail(row), text: row.text_body, html: row.html_body } };
      }),
  });
}

const toEmail = (row: EmailRow): Email => ({
  id: row.id,
  subject: row.subject,
  to: row.recipient,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});
