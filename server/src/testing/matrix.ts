import { isPermission, type Route } from '@headwater/contract/lib/route';
import { beforeAll } from 'vitest';
import { loadFeatures } from '../features.ts';
import { openStream } from './event-stream.ts';
import type { Person, World } from './index.ts';
import { type Ids, loadSamples, type Owner } from './samples.ts';

// Every route of every feature, asked as a test needs it: what the generated tests of access and of promises stand on.

export const samples = await loadSamples();
export type Case = { feature: string; name: string; route: Route };
export const cases: Case[] = (await loadFeatures()).flatMap(({ routes = {} }) =>
  Object.entries(routes).map(([name, route]) => {
    const [feature] = [...samples].find(([, one]) => name in one.routes) ?? ['none'];
    return { feature, name, route };
  }),
);
export const userRoutes = cases.filter(({ route }) => route.access !== 'public' && route.access !== 'node');
export const titled = (all: Case[]) => all.map((one): [string, Case] => [one.name, one]);
export const everyPermission = [
  ...new Set(userRoutes.flatMap(({ route }) => (isPermission(route.access) ? [route.access] : []))),
];
/** Whether a parameter names a thing, and not a kind of things. */
export const namesThing = (key: string) => !/^(mode|type|kind)$/.test(key);

export type Asked = {
  status: number;
  body: { code?: string; result?: string; message?: string };
  headers: Record<string, unknown>;
};

export type Matrix = ReturnType<typeof useMatrix>;

export function useMatrix(world: World) {
  // Ids that are found in an answer are then no accident: nothing else in it is as large.
  beforeAll(async () => {
    const { ownerPool } = world.database;
    const { rows } = await ownerPool.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
    );
    for (const [index, { name }] of rows.entries()) {
      await ownerPool.query(`alter sequence ${name} restart with ${(index + 1) * 10_000_019}`);
    }
  });

  /** The owner and, for the routes of one feature, the things that their parameters name. */
  async function addOwner(feature: string): Promise<{ owner: Owner; ids: Ids }> {
    const owner = await world.addCustomer();
    const things = (await samples.get(feature)?.things?.(world, owner)) ?? {};
    return { owner, ids: { serviceId: owner.serviceId, mode: 'http', type: 'pull', kind: 'blog', ...things } };
  }

  /** Brings about what the route needs to succeed. */
  const bringAbout = (one: Case, owner: Owner, ids: Ids) =>
    samples.get(one.feature)?.routes[one.name]?.before?.(world, owner, ids);

  async function ask(
    who: Person | string | null,
    { feature, name, route }: Case,
    ids: Ids,
    headers?: Record<string, string>,
  ): Promise<Asked> {
    const sample = samples.get(feature)!.routes[name]!;
    const path = route.path.replace(/:(\w+)/g, (_, key: string) => String(ids[key] ?? 'nothing'));
    if (route.sends === 'text/event-stream') return askStream(who);
    const query = typeof sample.query === 'function' ? sample.query(ids) : (sample.query ?? '');
    const body = typeof sample.body === 'function' ? (sample.body as (ids: Ids) => object)(ids) : sample.body;
    return world.ask(who, route.method, path + query, body, headers);
  }

  /** A stream has no end: its status is all there is to see, and a refusal is JSON. */
  async function askStream(who: Person | string | null): Promise<Asked> {
    const stream = await openStream(world, who);
    const body = stream.status === 200 ? { result: 'success' } : (stream.refusal as Asked['body']);
    stream.close();
    return { status: stream.status, body, headers: Object.fromEntries(stream.headers) };
  }

  /** All that a refused request might have changed: every table but those that count requests and sessions' last use. */
  async function fingerprint(): Promise<unknown> {
    const { ownerPool } = world.database;
    const { rows } = await ownerPool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('attempt_limits', 'rate_limits', 'sessions', 'migrations', 'role_heartbeats') order by 1`,
    );
    // Whatever is written gets the number of its transaction, and they only grow: nothing needs to be read but these.
    const marks = rows
      .filter(({ name }) => name !== 'api_keys')
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from ${name}`,
      );
    // Who used a key, and when, is noted whatever became of the request.
    const keys = `select 'api_keys' as name, md5(string_agg((to_jsonb(t) - 'last_used_at' - 'last_used_from')::text, '' order by id)) as mark
      from api_keys t`;
    return (await ownerPool.query(`${[...marks, keys].join(' union all ')} order by 1`)).rows;
  }

  return { addOwner, bringAbout, ask, fingerprint };
}
