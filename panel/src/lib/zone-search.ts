/** What the address of the zone list says: page, search, order, and whether it lists the deleted. */
export type ZonesSearch = { page?: number; search?: string; sort?: ZoneSort; order?: 'asc' | 'desc'; deleted?: 1 };
export type ZoneSort = (typeof sorts)[number];

const sorts = ['name', 'hostname', 'origin', 'created', 'requests'] as const;

export const zoneTabs = ['overview', 'origin', 'purge', 'danger'] as const;
export type ZoneTab = (typeof zoneTabs)[number];
export const ranges = ['1h', '24h', '7d', '30d'] as const;
/** What the address of a zone says: the tab, the range of its charts, the page of its purge history. */
export type ZoneSearch = { tab?: ZoneTab; range?: (typeof ranges)[number]; page?: number };

const oneOf = <const T extends string>(value: unknown, words: readonly T[]): T | undefined =>
  words.find((word) => word === value);

const pageOf = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
};

/** Leaves out what is undefined, so that addresses stay short. */
function known<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Reads the zone list's address; what makes no sense is left out. */
export function readZonesSearch(search: Record<string, unknown>): ZonesSearch {
  const text = typeof search.search === 'number' ? String(search.search) : search.search;
  return known({
    page: pageOf(search.page),
    search: typeof text === 'string' && text.trim() !== '' ? text.slice(0, 253) : undefined,
    sort: oneOf(search.sort, sorts),
    order: oneOf(search.order, ['asc', 'desc']),
    deleted: String(search.deleted) === '1' ? (1 as const) : undefined,
  });
}

/** Reads a zone's address. */
export function readZoneSearch(search: Record<string, unknown>): ZoneSearch {
  return known({ tab: oneOf(search.tab, zoneTabs), range: oneOf(search.range, ranges), page: pageOf(search.page) });
}
