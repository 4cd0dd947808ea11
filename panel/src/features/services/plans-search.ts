import { known, oneOf } from '../../lib/read-search.ts';

/** What the address of the plans says: the tab, when it is not the trials. */
export type PlansSearch = { tab?: 'paid' };

export const readPlansSearch = (search: Record<string, unknown>): PlansSearch =>
  known({ tab: oneOf(search.tab, ['paid']) });
