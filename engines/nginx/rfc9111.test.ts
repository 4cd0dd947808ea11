import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOrigin, TestEdge, type TestOrigin, zoneOf } from './testing/index.ts';

/**
 * The rules of a shared cache (RFC 9111, 9213, 5861), seen from outside. Each case has a URL of its own: the origin gives
 * `answers` one after the other (the last again and again), the client makes `asks`, and `cache` is what the edge says.
 */
type Fields = Record<string, string | string[]>;
type OriginAnswer = { status?: number; fields?: Fields; closes?: boolean };
type Ask = {
  cache?: string;
  fields?: Record<string, string>;
  method?: string;
  after?: number;
  status?: number;
  sees?: Record<string, string | undefined>;
};
type Case = { rule: string; answers: OriginAnswer[]; asks: Ask[]; zone?: 'plain' | 'stale' | 'minute' };

const date = (offsetSeconds: number) => new Date(Date.now() + offsetSeconds * 1000).toUTCString();
const cc = (value: string, more: Fields = {}): OriginAnswer => ({ fields: { 'cache-control': value, ...more } });
const twice = (cache: string): Ask[] => [{ cache: 'MISS' }, { cache }];
/** Uncacheable URLs are remembered for a while, so that nobody waits for them. */
const never: Ask[] = [{ cache: 'MISS' }, { cache: 'BYPASS' }];

const freshness: Case[] = [
  { rule: 'max-age makes an answer reusable', answers: [cc('max-age=60')], asks: twice('HIT') },
  { rule: 's-maxage rules over max-age', answers: [cc('max-age=0, s-maxage=60')], asks: twice('HIT') },
  {
    rule: 's-maxage=0 rules over max-age',
    answers: [cc('max-age=60, s-maxage=0')],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  { rule: 'directives are read in any case', answers: [cc('MAX-AGE=60')], asks: twice('HIT') },
  { rule: 'unknown directives do no harm', answers: [cc('max-age=60, foo="bar, no-store"')], asks: twice('HIT') },
  {
    rule: 'the shorter of two max-age counts',
    answers: [cc('max-age=3600, max-age=0')],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  {
    rule: 'a max-age that is no number is stale',
    answers: [cc('max-age=abc')],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  { rule: 'a negative max-age is stale', answers: [cc('max-age=-60')], asks: [{ cache: 'MISS' }, { cache: 'MISS' }] },
  { rule: 'an enormous max-age is long', answers: [cc('max-age=99999999999999')], asks: twice('HIT') },
  {
    rule: 'an expired answer is fetched anew',
    answers: [cc('max-age=1')],
    asks: [{ cache: 'MISS' }, { cache: 'EXPIRED', after: 2100 }],
  },
  {
    rule: 'Age of the origin counts against max-age',
    answers: [cc('max-age=60', { age: '3600' })],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  {
    rule: 'Expires in the future counts',
    answers: [{ fields: { expires: date(60), date: date(0) } }],
    asks: twice('HIT'),
  },
  {
    rule: 'Expires in the past is stale',
    answers: [{ fields: { expires: date(-60), date: date(0) } }],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  {
    rule: 'Expires: 0 is stale',
    answers: [{ fields: { expires: '0' } }],
    asks: [{ cache: 'MISS' }, { cache: 'MISS' }],
  },
  { rule: 'max-age rules over Expires', answers: [cc('max-age=60', { expires: date(-60) })], asks: twice('HIT') },
  {
    rule: 'a lifetime is guessed from Last-Modified',
    answers: [{ fields: { 'last-modified': date(-86400) } }],
    asks: twice('HIT'),
  },
  { rule: 'nothing is guessed without Last-Modified', answers: [{}], asks: never },
  {
    rule: 'nothing is guessed for 302',
    answers: [{ status: 302, fields: { 'last-modified': date(-86400), location: '/x' } }],
    asks: never,
  },
  { rule: 'a 404 with a lifetime is reusable', answers: [{ status: 404, ...cc('max-age=60') }], asks: twice('HIT') },
  {
    rule: 'a hit tells its age',
    answers: [cc('max-age=60', { age: '10' })],
    asks: [{ cache: 'MISS' }, { cache: 'HIT', sees: { age: '10' } }],
  },
  {
    rule: 'browsers see the Cache-Control of the origin',
    answers: [cc('public, max-age=60, s-maxage=90')],
    asks: [
      { cache: 'MISS', sees: { 'cache-control': 'public, max-age=60, s-maxage=90' } },
      { cache: 'HIT', sees: { 'cache-control': 'public, max-age=60, s-maxage=90' } },
    ],
  },
];

const storing: Case[] = [
  { rule: 'no-store is not stored', answers: [cc('no-store, max-age=60')], asks: never },
  { rule: 'private is not stored', answers: [cc('private, max-age=60')], asks: never },
  {
    rule: 'Set-Cookie is not stored',
    answers: [cc('max-age=60', { 'set-cookie': 'a=1' })],
    asks: [{ cache: 'MISS', sees: { 'set-cookie': 'a=1' } }, { cache: 'BYPASS' }],
  },
  { rule: 'Vary: * is not stored', answers: [cc('max-age=60', { vary: '*' })], asks: never },
  {
    rule: 'an answer to Authorization is not stored',
    answers: [cc('max-age=60')],
    asks: [{ cache: 'MISS', fields: { authorization: 'Basic eA==' } }, { cache: 'BYPASS' }],
  },
  {
    rule: 'an answer to Authorization that is public is stored',
    answers: [cc('public, max-age=60')],
    asks: [{ cache: 'MISS', fields: { authorization: 'Basic eA==' } }, { cache: 'HIT' }],
  },
  {
    rule: 'must-understand sets no-store aside for a status that is understood',
    answers: [cc('must-understand, no-store, max-age=60')],
    asks: twice('HIT'),
  },
  {
    rule: 'CDN-Cache-Control rules over Cache-Control',
    answers: [cc('no-store', { 'cdn-cache-control': 'max-age=60' })],
    asks: twice('HIT'),
  },
  {
    rule: 'CDN-Cache-Control can forbid',
    answers: [cc('max-age=60', { 'cdn-cache-control': 'no-store' })],
    asks: never,
  },
  {
    rule: 'a malformed CDN-Cache-Control is ignored',
    answers: [cc('max-age=60', { 'cdn-cache-control': 'max-age=abc' })],
    asks: twice('HIT'),
  },
  {
    rule: 'fields named by Connection go no further',
    answers: [cc('max-age=60', { connection: 'x-hop', 'x-hop': '1' })],
    asks: [
      { cache: 'MISS', sees: { 'x-hop': undefined } },
      { cache: 'HIT', sees: { 'x-hop': undefined } },
    ],
  },
  {
    rule: 'fields named by no-cache are not reused',
    answers: [cc('max-age=60, no-cache="x-once"', { 'x-once': '1' })],
    asks: [
      { cache: 'MISS', sees: { 'x-once': '1' } },
      { cache: 'HIT', sees: { 'x-once': undefined } },
    ],
  },
  {
    rule: 'variants are told apart',
    answers: [cc('max-age=60', { vary: 'x-kind' })],
    asks: [
      { cache: 'MISS', fields: { 'x-kind': 'a' } },
      { cache: 'MISS', fields: { 'x-kind': 'b' } },
      { cache: 'HIT', fields: { 'x-kind': 'a' } },
      { cache: 'HIT', fields: { 'x-kind': 'b' } },
    ],
  },
  {
    rule: 'HEAD is answered from a stored GET',
    answers: [cc('max-age=60')],
    asks: [{ cache: 'MISS' }, { cache: 'HIT', method: 'HEAD' }],
  },
  {
    rule: 'POST is never answered from the cache',
    answers: [cc('max-age=60')],
    asks: [{ cache: 'MISS' }, { cache: '', method: 'POST' }],
  },
  {
    rule: 'a successful POST invalidates its URL',
    answers: [cc('max-age=60')],
    asks: [{ cache: 'MISS' }, { cache: 'HIT' }, { method: 'POST' }, { cache: 'MISS' }],
  },
  {
    rule: 'a failed POST invalidates nothing',
    answers: [cc('max-age=60'), { status: 500 }],
    asks: [{ cache: 'MISS' }, { method: 'POST', status: 500 }, { cache: 'HIT' }],
  },
];

const validating: Case[] = [
  {
    rule: 'no-cache is confirmed with the origin before reuse',
    answers: [cc('no-cache', { etag: '"a"' }), { status: 304, fields: { etag: '"a"' } }],
    asks: [{ cache: 'MISS' }, { cache: 'REVALIDATED', status: 200 }],
  },
  {
    rule: 'an expired answer is confirmed by 304',
    answers: [
      cc('max-age=1', { etag: '"a"' }),
      { status: 304, fields: { etag: '"a"', 'cache-control': 'max-age=60' } },
    ],
    asks: [{ cache: 'MISS' }, { cache: 'REVALIDATED', after: 2100, status: 200 }, { cache: 'HIT' }],
  },
  {
    rule: 'the fields of a 304 replace the stored ones',
    answers: [
      cc('max-age=1', { etag: '"a"', 'x-note': 'old' }),
      { status: 304, fields: { etag: '"a"', 'x-note': 'new', 'cache-control': 'max-age=60' } },
    ],
    asks: [
      { cache: 'MISS', sees: { 'x-note': 'old' } },
      { cache: 'REVALIDATED', after: 2100, sees: { 'x-note': 'new', 'cache-control': 'max-age=60' } },
      { cache: 'HIT', sees: { 'x-note': 'new', 'cache-control': 'max-age=60', age: '0' } },
    ],
  },
  {
    rule: 'a client that holds the answer gets 304',
    answers: [cc('max-age=60', { etag: '"a"' })],
    asks: [{ cache: 'MISS' }, { cache: 'HIT', fields: { 'if-none-match': '"a"' }, status: 304 }],
  },
  {
    rule: 'If-None-Match decides alone',
    answers: [cc('max-age=60', { etag: '"a"', 'last-modified': date(-1000) })],
    asks: [
      { cache: 'MISS' },
      { cache: 'HIT', fields: { 'if-none-match': '"b"', 'if-modified-since': date(0) }, status: 200 },
    ],
  },
  {
    rule: 'a stored answer is cut to the range asked for',
    answers: [cc('max-age=60')],
    asks: [
      { cache: 'MISS' },
      { cache: 'HIT', fields: { range: 'bytes=0-3' }, status: 206, sees: { 'content-length': '4' } },
    ],
  },
];

const stale: Case[] = [
  {
    rule: 'stale-if-error serves an old answer for a failing origin',
    answers: [cc('max-age=1, stale-if-error=60'), { status: 503 }],
    asks: [{ cache: 'MISS' }, { cache: 'STALE', after: 2100, status: 200 }],
  },
  {
    rule: 'stale-if-error serves an old answer for an origin that hangs up',
    answers: [cc('max-age=1, stale-if-error=60'), { closes: true }],
    asks: [{ cache: 'MISS' }, { cache: 'STALE', after: 2100, status: 200 }],
  },
  {
    rule: 'without stale-if-error a failure is passed on',
    answers: [cc('max-age=1'), { status: 503 }],
    asks: [{ cache: 'MISS' }, { after: 2100, status: 503 }],
  },
  {
    rule: 'stale-if-error of the zone applies where the origin is silent',
    zone: 'stale',
    answers: [cc('max-age=1'), { status: 500 }],
    asks: [{ cache: 'MISS' }, { cache: 'STALE', after: 2100, status: 200 }],
  },
  {
    rule: 'must-revalidate forbids old answers',
    zone: 'stale',
    answers: [cc('max-age=1, must-revalidate'), { status: 503 }],
    asks: [{ cache: 'MISS' }, { after: 2100, status: 503 }],
  },
  {
    rule: 'a 404 is no failure',
    zone: 'stale',
    answers: [cc('max-age=1'), { status: 404 }],
    asks: [{ cache: 'MISS' }, { after: 2100, status: 404 }],
  },
  {
    rule: 'stale-while-revalidate answers at once and refreshes behind',
    answers: [cc('max-age=1, stale-while-revalidate=60'), cc('max-age=60')],
    asks: [{ cache: 'MISS' }, { cache: 'STALE', after: 2100 }, { cache: 'HIT', after: 300 }],
  },
];

const overruling: Case[] = [
  { rule: 'the edge TTL rules over no-store', zone: 'minute', answers: [cc('no-store')], asks: twice('HIT') },
  {
    rule: 'the edge TTL leaves the Cache-Control of browsers alone',
    zone: 'minute',
    answers: [cc('max-age=5')],
    asks: [{ cache: 'MISS' }, { cache: 'HIT', sees: { 'cache-control': 'max-age=5' } }],
  },
  { rule: 'the edge TTL applies where the origin is silent', zone: 'minute', answers: [{}], asks: twice('HIT') },
  { rule: 'the edge TTL does not keep failures', zone: 'minute', answers: [{ status: 500 }], asks: never },
  {
    rule: 'the edge TTL does not store cookies',
    zone: 'minute',
    answers: [cc('max-age=5', { 'set-cookie': 'a=1' })],
    asks: never,
  },
];

const groups = { freshness, storing, validating, stale, overruling };
const cases = Object.values(groups).flat();
const given = new Map<string, number>();
let origin: TestOrigin;
let edge: TestEdge;

beforeAll(async () => {
  origin = await startOrigin((asked, reply) => {
    const path = asked.url ?? '';
    const one = cases[Number(path.slice(1))]!;
    const count = given.get(path) ?? 0;
    given.set(path, count + 1);
    const answer = one.answers[Math.min(count, one.answers.length - 1)]!;
    if (answer.closes) return asked.destroy();
    reply.sendDate = false;
    const body = answer.status === 304 ? '' : `answer ${count}`;
    reply.writeHead(
      answer.status ?? 200,
      body ? { 'content-length': String(body.length), ...answer.fields } : answer.fields,
    );
    reply.end(body);
  });
  edge = await new TestEdge().startOpen([
    zoneOf('plain', origin),
    zoneOf('stale', origin, { cache: { staleIfErrorSeconds: 60 } }),
    zoneOf('minute', origin, { cache: { edgeTtlSeconds: 60 } }),
  ]);
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

for (const [name, group] of Object.entries(groups)) {
  describe.concurrent(`a shared cache: ${name}`, () => {
    it.each(group)('$rule', async (one) => {
      const path = `/${cases.indexOf(one)}`;
      for (const ask of one.asks) {
        if (ask.after) await sleep(ask.after);
        const answer = await edge.ask(`${one.zone ?? 'plain'}.test`, path, {
          method: ask.method ?? 'GET',
          headers: ask.fields ?? {},
        });
        if (ask.cache !== undefined) expect(answer.cache).toBe(ask.cache);
        if (ask.status !== undefined) expect(answer.status).toBe(ask.status);
        for (const [field, value] of Object.entries(ask.sees ?? {})) {
          const seen = answer.headers[field];
          expect(Array.isArray(seen) ? seen.join() : seen, field).toBe(value);
        }
      }
    });
  });
}
