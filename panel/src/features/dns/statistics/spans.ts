import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { ask } from '../../../lib/ask.ts';
import type { StatisticsSpan } from '../dns-search.ts';

type Params = { serviceId: number; domainId: string };

export const spanLabels: Record<StatisticsSpan, string> = {
  '30d': '30 days',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  all: 'All',
};

/** What failed to load, as the product promises to word it. */
export const spanFailures: Record<StatisticsSpan, string> = {
  '30d': dnsMessages.loadLast30DaysStatistics,
  day: dnsMessages.loadHourlyStatistics,
  month: dnsMessages.loadDailyStatistics,
  year: dnsMessages.loadYearlyStatistics,
  all: dnsMessages.loadOverallStatistics,
};

/** How much of an ISO date says which day, month or year it is. */
const lengths: Partial<Record<StatisticsSpan, number>> = { day: 10, month: 7, year: 4 };

/** The day, month or year that is meant, as far as an ISO date says it; today's unless the address names another. */
export function readAt(span: StatisticsSpan, at: string | undefined, now: number): string | null {
  const length = lengths[span];
  if (length === undefined) return null;
  const today = new Date(now).toISOString();
  const given = at?.slice(0, length) ?? '';
  // A date that is none, such as 30 February, turns into another one or into nothing.
  const date = new Date(given.length === 4 ? `${given}-01` : given);
  const stands = given.length === length && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given);
  return stands && given <= today ? given : today.slice(0, length);
}

/** The one before or after. */
export function moveAt(at: string, by: -1 | 1): string {
  const [year = 0, month = 1, day = 1] = at.split('-').map(Number);
  const parts = at.split('-').length;
  const moved = new Date(
    Date.UTC(year + (parts === 1 ? by : 0), month - 1 + (parts === 2 ? by : 0), day + (parts === 3 ? by : 0)),
  );
  return moved.toISOString().slice(0, at.length);
}

/** `2026`, `November 2026`, `21 Nov 2026`. */
export function atWords(at: string): string {
  if (at.length === 4) return at;
  const format: Intl.DateTimeFormatOptions =
    at.length === 7 ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short', year: 'numeric' };
  return new Date(at).toLocaleDateString('en-GB', { ...format, timeZone: 'UTC' });
}

/** The query of a span. */
export function spanQuery(params: Params, span: StatisticsSpan, at: string | null) {
  const [year = 0, month = 1, day = 1] = (at ?? '').split('-').map(Number);
  switch (span) {
    case 'all':
      return ask(dnsRoutes.getDnsOverall, { params });
    case 'year':
      return ask(dnsRoutes.getDnsYearly, { params, query: { year } });
    case 'month':
      return ask(dnsRoutes.getDnsDaily, { params, query: { year, month } });
    case 'day':
      return ask(dnsRoutes.getDnsHourly, { params, query: { year, month, day } });
    default:
      return ask(dnsRoutes.getDnsLast30Days, { params });
  }
}
