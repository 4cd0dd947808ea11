import { known, oneOf, pageOf, textOf } from '../../lib/read-search.ts';

const sorts = ['name', 'created', 'state', 'viewers'] as const;
export type StreamSort = (typeof sorts)[number];

/** What the address of a list of streams says. */
export type StreamsSearch = {
  page?: number;
  search?: string;
  sort?: StreamSort;
  order?: 'asc' | 'desc';
  deleted?: 1;
  create?: 1;
};

const flag = (value: unknown) => (String(value) === '1' ? (1 as const) : undefined);

/** Reads the address of a list; what makes no sense is left out. */
export const readStreamsSearch = (search: Record<string, unknown>): StreamsSearch =>
  known({
    page: pageOf(search.page),
    search: textOf(search.search, 100),
    sort: oneOf(search.sort, sorts),
    order: oneOf(search.order, ['asc', 'desc']),
    deleted: flag(search.deleted),
    create: flag(search.create),
  });

export const streamTabs = [
  'overview',
  'sources',
  'sessions',
  'recordings',
  'statistics',
  'processes',
  'settings',
  'manage',
] as const;
export type StreamTab = (typeof streamTabs)[number];
export const ranges = ['1h', '24h', '7d', '30d'] as const;
export type Range = (typeof ranges)[number];

/** What the address of a stream says. `setting` is the one that the tab of settings shows. */
export type StreamSearch = { tab?: StreamTab; range?: Range; page?: number; setting?: string };

/** Reads the address of a stream. */
export const readStreamSearch = (search: Record<string, unknown>): StreamSearch =>
  known({
    tab: oneOf(search.tab, streamTabs),
    range: oneOf(search.range, ranges),
    page: pageOf(search.page),
    setting: textOf(search.setting, 40),
  });
