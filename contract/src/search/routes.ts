import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { ServiceId } from '../services/schema.ts';

/** The categories of results in the order in which they are shown. */
export const searchCategories = [
  'SimpleDNS',
  'Pull Zones',
  'Push Zones',
  'Live Streams',
  'Multistreaming Platforms',
  'Invoices',
] as const;
export type SearchCategory = (typeof searchCategories)[number];

export const SearchEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    /** HTML: escaped text with `<mark>` around what was searched for, and nothing else. */
    desc: z.string(),
    /** A path of the panel. */
    link: z.string(),
  })
  .meta({
    id: 'SearchEntry',
    examples: [
      {
        id: 'k3m7x2p9w4n8t6ab',
        name: 'Riverside site',
        desc: '<mark>riverside</mark>.cdn.example → https://www.<mark>riverside</mark>.example',
        link: '/1001/zones/http/pull/k3m7x2p9w4n8t6ab',
      },
    ],
  });
export type SearchEntry = z.infer<typeof SearchEntry>;

export const searchRoutes = {
  search: route({
    method: 'GET',
    path: '/search',
    summary: 'Find things of the account by id, name or kind; only what the caller may see',
    tag: 'Search',
    access: 'caller',
    narrowed: true,
    query: z.object({
      query: z.string().trim().min(1, 'Enter what to look for').max(200),
      /** The service that is worked in: what belongs to another one is left out. */
      serviceId: ServiceId.optional(),
    }),
    status: 200,
    reply: success({ results: z.partialRecord(z.enum(searchCategories), z.array(SearchEntry)) }),
  }),
};
