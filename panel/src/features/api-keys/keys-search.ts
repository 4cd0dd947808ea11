import { known, textOf } from '../../lib/read-search.ts';

/** What the address of the keys says: the one that is open. */
export type KeysSearch = { key?: string };

export const readKeysSearch = (search: Record<string, unknown>): KeysSearch => known({ key: textOf(search.key, 64) });
