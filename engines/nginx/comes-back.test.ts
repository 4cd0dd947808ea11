import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EdgeZoneConfig } from './index.ts';
import { startOrigin, TestEdge, zoneOf } from './testing/index.ts';

/**
 * The promise of every purge, whatever else happens: what was purged is never served again. The origin numbers its
 * answers; after a purge no answer may be older than the number that was reached then.
 */
const paths = ['/a', '/a?x=1', '/css/one', '/css/two', '/css/%6fne', '/form'];
type Step =
  | { do: 'ask'; path: string }
  | { do: 'purge'; path: string }
  | { do: 'post'; path: string }
  | { do: 'ban'; pattern: string }
  | { do: 'generation' | 'forget' | 'kill' | 'query' | 'remove' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('ask' as const), path: fc.constantFrom(...paths) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('purge' as const), path: fc.constantFrom(...paths) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const), path: fc.constantFrom(...paths) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ban' as const),
      pattern: fc.constantFrom('/css/*', '/a*', '*one', '/c*/t*o'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'generation' as const,
        'forget' as const,
        'kill' as const,
        'query' as const,
        'remove' as const,
      ),
    }),
  },
);

/** A slow but plain second opinion on what a purge meets. */
const meaning = (path: string, query: boolean) => decodeURIComponent(query ? path : path.replace(/\?.*/, ''));
const meets = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((piece) => piece.replace(/\?/g, '\\?'))
      .join('.*')}$`,
  ).test(text);

it('nothing that was purged comes back: exact, wildcard, whole zone, POST, forget, kill -9, in any order', async () => {
  let served = 0;
  const origin = await startOrigin((_asked, reply) => {
    reply.setHeader('cache-control', 'max-age=600');
    reply.end(String(++served));
  });
  const edge = await new TestEdge().startOpen([]);
  let hits = 0;

  async function run(id: string, steps: Step[]): Promise<void> {
    const zone: EdgeZoneConfig = zoneOf(id, origin);
    const oldest = new Map<string, number>();
    const put = async () => expect(await edge.control.putZones([zone])).toEqual({ refused: [] });
    const purged = (isMet: (path: string) => boolean) => {
      for (const path of paths) if (isMet(path)) oldest.set(path, served + 1);
    };
    const keepsQuery = () => zone.cache.queryString === 'keep';
    const same = (path: string) => (other: string) => meaning(other, keepsQuery()) === meaning(path, keepsQuery());
    const acts: { [K in Step['do']]: (one: Extract<Step, { do: K }> & Record<string, string>) => Promise<void> } = {
      async ask({ path }) {
        const answer = await edge.ask(`${id}.test`, path!);
        if (answer.cache === 'HIT') hits++;
        expect(Number(answer.text), `${path} ${answer.cache}`).toBeGreaterThanOrEqual(oldest.get(path!) ?? 0);
      },
      async purge({ path }) {
        await edge.control.purgePaths(id, [path!]);
        purged(same(path!));
      },
      async post({ path }) {
        await edge.ask(`${id}.test`, path!, { method: 'POST' });
        purged(same(path!));
      },
      async ban({ pattern }) {
        zone.purge.bans.push([zone.purge.bans.length + 1, pattern!]);
        await put();
        purged((path) => meets(pattern!, meaning(path, keepsQuery())));
      },
      async generation() {
        zone.purge = { generation: zone.purge.generation + 1, bans: zone.purge.bans };
        await put();
        purged(() => true);
      },
      async forget() {
        await edge.control.forget();
        purged(() => true);
      },
      async query() {
        zone.cache.queryString = keepsQuery() ? 'ignore' : 'keep';
        await put();
      },
      async remove() {
        await edge.control.removeZones([id]);
        await put();
      },
      async kill() {
        await edge.kill();
        await edge.start();
        await edge.control.replaceZones([zone]);
        await edge.control.open();
      },
    };
    await put();
    for (const one of steps) await acts[one.do](one as never);
  }

  try {
    const runs = fc.sample(fc.array(step, { minLength: 40, maxLength: 60 }), 25);
    for (const [index, steps] of runs.entries()) {
      await run(`r${index}`, steps).catch((error: Error) => {
        throw new Error(`${error.message}\nafter some of ${JSON.stringify(steps)}`);
      });
    }
    // Otherwise this would prove nothing.
    expect(hits).toBeGreaterThan(25);
  } finally {
    await edge.stop();
    await origin.close();
    await sleep(0);
  }
}, 60_000);
