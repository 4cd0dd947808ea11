import type { Reply } from '@headwater/contract/lib/route';
import type { SearchEntry, searchRoutes } from '@headwater/contract/search/routes';
import type { SearchCategory } from '../../lib/feature.ts';

export type Found = Reply<typeof searchRoutes.search>['results'];
export type Hit = Pick<SearchEntry, 'id' | 'name' | 'link'> & { category: string; desc?: string };
export type Group = { name: string; hits: Hit[] };

/** Groups in the order that the features registered; the server's newer ones come last. */
export function groupsOf(found: Found, known: readonly SearchCategory[]): Group[] {
  const places = new Map(known.map(({ name }, index) => [name, index]));
  const placeOf = (name: string) => places.get(name) ?? known.length;
  return Object.entries(found)
    .map(([name, entries]) => ({ name, hits: entries.map((entry) => ({ ...entry, category: name })) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => placeOf(a.name) - placeOf(b.name));
}
