import { z } from 'zod';
import { toCsv } from '../../../lib/csv.ts';
import type { DownloadSource } from '../../../lib/feature.ts';
import { notFound } from '../../../lib/problem.ts';
import { findSubject, listHours } from './store.ts';

/** A year of a busy domain has fewer. */
const mostRows = 200_000;
const cut = 'Only the first 200,000 rows are here. Choose a shorter span to see those after them.';

export const ExportedSpan = z.object({
  serviceId: z.number(),
  domainId: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});
export const exportKind = 'dns-statistics';

/** Queries as CSV, a row for each hour, type and answer. */
export const statisticsExport: DownloadSource = {
  access: 'dns.view',
  async open({ database }, who, params) {
    const asked = ExportedSpan.parse(params);
    const span = { from: new Date(asked.from), until: new Date(asked.until) };
    const rows = await database.readAsCustomer(who.customerId, async (tx) => {
      const subject = await findSubject(tx, asked);
      if (!subject) throw notFound('Domain');
      return listHours(tx, subject.id, span, mostRows + 1);
    });
    const lines = rows
      .slice(0, mostRows)
      .map(({ hour, type, rcode, queries }) => [hour.toISOString(), type, rcode, String(queries)]);
    if (rows.length > mostRows) lines.push([cut, '', '', '']);
    // The span ends before `until`, which may be the next day's first moment.
    const lastDay = new Date(span.until.getTime() - 1).toISOString().slice(0, 10);
    return {
      filename: `queries-${asked.from.slice(0, 10)}-${lastDay}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      content: Buffer.from(toCsv([['hour', 'type', 'answer', 'queries'], ...lines])),
    };
  },
};
