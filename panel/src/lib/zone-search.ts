import { known, oneOf, pageOf, textOf } from './read-search.ts';

/** What the address of the zone list says: page, search, order, whether it lists the deleted, and whether a zone is being made. */
export type ZonesSearch = {
  page?: number;
  search?: string;
  sort?: ZoneSort;
  order?: 'asc' | 'desc';
  deleted?: 1;
  create?: 1;
};
export type ZoneSort = (typeof sorts)[number];

const sorts = ['name', 'hostname', 'origin', 'created', 'requests'] as const;

export const zoneTabs = ['overview', 'origin', 'purge', 'danger'] as const;
export type ZoneTab = (typeof zoneTabs)[number];
export const ranges = ['1h', '24h', '7d', '30d'] as const;
/** What the address of a zone says: the tab, the range of its charts, the page of its purge history. */
export type ZoneSearch = { tab?: ZoneTab; range?: (typeof ranges)[number]; page?: number };

/** Reads the zone list's address; what makes no sense is left out. */
export const readZonesSearch = (search: Record<string, unknown>): ZonesSearch =>
  known({
    page: pageOf(search.page),
    search: textOf(search.search),
    sort: oneOf(search.sort, sorts),
    order: oneOf(search.order, ['asc', 'desc']),
    deleted: String(search.deleted) === '1' ? (1 as const) : undefined,
    create: String(search.create) === '1' ? (1 as const) : undefined,
  });

/** Reads a zone's address. */
export const readZoneSearch = (search: Record<string, unknown>): ZoneSearch =>
  known({ tab: oneOf(search.tab, zoneTabs), range: oneOf(search.range, ranges), page: pageOf(search.page) });
