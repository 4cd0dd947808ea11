import { dnsStatisticsRoutes } from '@headwater/contract/dns/statistics-routes';
import { transferRoutes } from '@headwater/contract/dns/transfer-routes';
import { recordActivity } from '../../../lib/activity.ts';
import { makeTicket } from '../../../lib/downloads.ts';
import type { Serve } from '../../../lib/feature.ts';
import { fieldProblem, notFound } from '../../../lib/problem.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { exportKind } from './export.ts';
import { daysOf, hoursOf, last30Days, monthsOf, monthsSince, type Span } from './spans.ts';
import { findSubject, readStatistics, type Subject } from './store.ts';

type Key = { serviceId: number; domainId: string };

const { exportDnsStatistics } = transferRoutes;

export const serveStatistics: Serve = (deps) => {
  const show = (who: Who, key: Key, spanOf: (domain: Subject, now: Date) => Span) =>
    deps.database.readAsCustomer(who.customerId, async (tx) => {
      const domain = await findSubject(tx, key);
      if (!domain) throw notFound('Domain');
      const now = new Date();
      return { statistics: await readStatistics(tx, domain, spanOf(domain, now), now) };
    });

  serve(deps, dnsStatisticsRoutes, {
    getDnsOverall: ({ who, params }) => show(who, params, (domain, now) => monthsSince(domain.createdAt, now)),
    getDnsDaily: ({ who, params, query }) => show(who, params, () => daysOf(query)),
    getDnsHourly: ({ who, params, query }) => show(who, params, () => hoursOf(query)),
    getDnsLast30Days: ({ who, params }) => show(who, params, (_, now) => last30Days(now)),
    getDnsYearly: ({ who, params, query }) => show(who, params, () => monthsOf(query)),
  });

  serve(
    deps,
    { exportDnsStatistics },
    {
      exportDnsStatistics: ({ who, params, body }) =>
        deps.database.asCustomer(who.customerId, async (tx) => {
          const domain = await findSubject(tx, params);
          if (!domain) throw notFound('Domain');
          if (new Date(body.from) >= new Date(body.until)) {
            throw fieldProblem('invalid_input', 'until', 'Choose an end after the start');
          }
          await recordActivity(tx.db, who, {
            action: 'domain.statistics-exported',
            object: { type: 'domain', id: domain.id, name: domain.name },
            serviceId: params.serviceId,
          });
          return { ticket: await makeTicket(tx.db, who, exportKind, { ...params, ...body }) };
        }),
    },
  );
};
