import { known, pageOf, textOf } from '../../lib/read-search.ts';

/** What the address of the e-mail history says: page, search, and the message that is open. */
export type EmailsSearch = { page?: number; search?: string; message?: string };

export const readEmailsSearch = ({ page, search, message }: Record<string, unknown>): EmailsSearch =>
  known({
    page: pageOf(page),
    search: textOf(search),
    // Digits alone would be read as a number, and are an id as well.
    message: /^[a-z0-9]{1,32}$/.test(String(message ?? '')) ? String(message) : undefined,
  });
