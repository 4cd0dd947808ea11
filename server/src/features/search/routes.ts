import {
  type SearchCategory,
  type SearchEntry,
  searchCategories,
  searchRoutes,
} from '@headwater/contract/search/routes';
import { holds } from '../../lib/admit.ts';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import type { Who } from '../../lib/who.ts';
import { highlight } from './highlight.ts';

const mostInCategory = 5;

export const serveSearch: Serve = (deps) => {
  const { database, settings } = deps;
  const sources = deps.features
    .flatMap(({ search = [] }) => search)
    .toSorted((a, b) => searchCategories.indexOf(a.category) - searchCategories.indexOf(b.category));

  serve(deps, searchRoutes, {
    async search({ who, query }) {
      const asked = { text: query.query, services: narrow(who, query.serviceId), most: mostInCategory, settings };
      const open = sources.filter(({ access }) => holds(who, access));
      const found = await database.readAsCustomer(who.customerId, (tx) =>
        Promise.all(open.map((source) => source.find(tx, asked))),
      );
      const results: Partial<Record<SearchCategory, SearchEntry[]>> = {};
      for (const [n, entries] of found.entries()) {
        if (entries.length === 0) continue;
        const { category } = open[n]!;
        const shown = entries.map(({ text, ...entry }) => ({ ...entry, desc: highlight(text, query.query) }));
        results[category] = [...(results[category] ?? []), ...shown].slice(0, mostInCategory);
      }
      return { results };
    },
  });
};

/** Where to look: in the service that is worked in, as far as the caller reaches. */
function narrow(who: Who, serviceId: number | undefined): ReadonlySet<number> | null {
  if (serviceId === undefined) return who.services;
  return new Set(!who.services || who.services.has(serviceId) ? [serviceId] : []);
}
