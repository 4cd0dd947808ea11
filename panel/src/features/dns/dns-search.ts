import { known, oneOf, pageOf, textOf } from '../../lib/read-search.ts';

const sorts = ['domain', 'created', 'records', 'queries'] as const;
export type DomainSort = (typeof sorts)[number];
export const pageSizes = [20, 50, 100] as const;

/** What the address of the list of domains says. */
export type DomainsSearch = {
  searchTerm?: string;
  page?: number;
  rows?: (typeof pageSizes)[number];
  sort?: DomainSort;
  order?: 'asc' | 'desc';
  deleted?: 1;
  create?: 1;
};

const flag = (value: unknown) => (String(value) === '1' ? (1 as const) : undefined);

/** Reads the address of the list; what makes no sense is left out. */
export const readDomainsSearch = (search: Record<string, unknown>): DomainsSearch =>
  known({
    searchTerm: textOf(search.searchTerm),
    page: pageOf(search.page),
    rows: pageSizes.find((size) => size !== 20 && size === Number(search.rows)),
    sort: oneOf(search.sort, sorts),
    order: oneOf(search.order, ['asc', 'desc']),
    deleted: flag(search.deleted),
    create: flag(search.create),
  });

export const dnsTabs = ['records', 'mail', 'security', 'soa', 'statistics', 'settings'] as const;
export type DnsTab = (typeof dnsTabs)[number];
export const statisticsSpans = ['30d', 'day', 'month', 'year', 'all'] as const;
export type StatisticsSpan = (typeof statisticsSpans)[number];

/** What the address of one domain says. `at` is the day, month or year that statistics are of. */
export type DnsSearch = { domain?: string; tab?: DnsTab; span?: StatisticsSpan; at?: string };

/** Reads the address of one domain. An identifier that makes no sense is kept: the page says so. */
export const readDnsSearch = (search: Record<string, unknown>): DnsSearch =>
  known({
    domain: textOf(search.domain),
    tab: oneOf(search.tab, dnsTabs),
    span: oneOf(search.span, statisticsSpans),
    at: /^\d{4}(-\d\d){0,2}$/.exec(textOf(search.at) ?? '')?.[0],
  });
