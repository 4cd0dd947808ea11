import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '@headwater/contract/lib/route';
import type { Person, World } from './index.ts';

export type Owner = Person & { serviceId: number };
/** What the parameters of routes name: `zoneId`, `contactId`. */
export type Ids = Record<string, string | number>;

/** A good request to a route. */
export type Sample = {
  query?: string | ((ids: Ids) => string);
  body?: object | ((ids: Ids) => object);
  /** Brings about what the route needs to succeed, such as a request that can be withdrawn. */
  before?: (world: World, owner: Owner, ids: Ids) => Promise<unknown>;
  /** It acts on what is the account holder's own, which the others of the account do not find. */
  personal?: true;
};

/** Good requests to every route of a feature: a new route does not compile until it has one. */
export type FeatureSamples<C extends Routes = Routes> = {
  /** Makes what the routes' parameters name, for this owner. */
  things?: (world: World, owner: Owner) => Promise<Ids>;
  routes: { [Name in keyof C]: Sample };
};

const folder = join(import.meta.dirname, 'samples');

/** The samples of every feature, by the name of its file. */
export async function loadSamples(): Promise<Map<string, FeatureSamples>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const loaded = files.map(async (file) => {
    const { samples } = (await import(`./samples/${file}`)) as { samples: FeatureSamples };
    return [file.slice(0, -3), samples] as const;
  });
  return new Map(await Promise.all(loaded));
}
