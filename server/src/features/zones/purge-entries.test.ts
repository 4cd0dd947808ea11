import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import { addBans, type Bans, readPurgeEntries } from './purge-entries.ts';

const host = 'my-site.cdn.localhost';
const read = (entry: string, ignoreQuery = false) => readPurgeEntries([entry], [host], ignoreQuery);
const refusal = (...entries: string[]): Problem => {
  try {
    readPurgeEntries(entries, [host], false);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('was accepted');
};

/** What a request's path and query mean, percent-encoding aside. */
const meaning = (raw: string) => {
  const [path = '', query] = raw.split(/\?(.*)/s);
  return decodeURIComponent(path) + (query === undefined ? '' : `?${decodeURIComponent(query)}`);
};
/** How an edge reads a pattern: its star is a wildcard, the rest is percent-encoded. */
const covers = (pattern: string, raw: string) => {
  expect(pattern.indexOf('*')).toBe(pattern.length - 1);
  return meaning(raw).startsWith(decodeURIComponent(pattern.slice(0, -1)));
};

describe('entries', () => {
  test.each([
    ['/logo.png', { paths: ['/logo.png'] }],
    ['/a?b=1&c=2', { paths: ['/a?b=1&c=2'] }],
    ['/', { paths: ['/'] }],
    [`https://${host}/logo.png`, { paths: ['/logo.png'] }],
    [`http://${host.toUpperCase()}:8080/logo.png#part`, { paths: ['/logo.png'] }],
    [`http://${host}`, { paths: ['/'] }],
    ['/straße/ü b', { paths: ['/stra%C3%9Fe/%C3%BC%20b'] }],
    ['/a/../b', { paths: ['/b'] }],
    ['/100%25', { paths: ['/100%25'] }],
    ['/star%2A', { paths: ['/star%2A'] }],
    ['/a\\b', { paths: ['/a/b'] }],
    ['/\\elsewhere.example/x', { paths: ['//elsewhere.example/x'] }],
    ['/images/*', { bans: ['/images/*'] }],
    ['/images*', { bans: ['/images*'] }],
    [`https://${host}/css/*`, { bans: ['/css/*'] }],
    ['/%63ss/*', { bans: ['/css/*'] }],
    ['/100%25*', { bans: ['/100%25*'] }],
    ['/star%2A*', { bans: ['/star%2A*'] }],
    ['/what%3F*', { bans: ['/what%3F*'] }],
    ['/search?q=*', { bans: ['/search?q=*'] }],
    ['/search?*', { bans: ['/search?*'] }],
    ['/\\elsewhere.example*', { bans: ['//elsewhere.example*'] }],
    ['/*', { wholeZone: true }],
    [`https://${host}/*`, { wholeZone: true }],
    ['/./*', { wholeZone: true }],
  ])('%s means %j', (entry, plan) => {
    expect(read(entry)).toEqual({ wholeZone: false, bans: [], paths: [], ...plan });
  });

  test.each([
    ['/a?b=1', { paths: ['/a'] }],
    ['/search?q=*', { bans: ['/search*'] }],
    ['/?*', { wholeZone: true }],
  ])('%s means %j where the query plays no part', (entry, plan) => {
    expect(read(entry, true)).toEqual({ wholeZone: false, bans: [], paths: [], ...plan });
  });

  test.each([
    ['*', 'purge_bare_wildcard', /Use \/\* to purge the whole zone/],
    ['***', 'purge_bare_wildcard', /Use \/\*/],
    [
      'https://elsewhere.example/a',
      'purge_foreign_host',
      /^elsewhere\.example is not a host of this zone\. Its hosts: my-site/,
    ],
    [`https://${host}.elsewhere.example/*`, 'purge_foreign_host', /is not a host/],
    [`https://elsewhere.example@${host}.x/`, 'purge_foreign_host', /is not a host/],
    ['https://elsewhere.example\\@my-site.cdn.localhost/', 'purge_foreign_host', /is not a host/],
    ['logo.png', 'invalid_input', /is neither/],
    ['ftp://x/y', 'invalid_input', /is neither/],
    ['//elsewhere.example/x', 'invalid_input', /two slashes/],
    ['/a*b', 'invalid_input', /\* in the middle/],
    ['/*/logo.png', 'invalid_input', /\* in the middle.*%2A/],
    ['/**', 'invalid_input', /\* in the middle/],
    ['/%ff*', 'invalid_input', /does not decode/],
    ['http://', 'invalid_input', /is not a URL/],
    ['https://:80/', 'invalid_input', /is not a URL/],
    [`/${'ä'.repeat(2000)}`, 'invalid_input', /is too long/],
    [`/${'a'.repeat(2048)}*`, 'invalid_input', /is too long/],
  ])('%s is refused: %s', (entry, code, message) => {
    const problem = refusal(entry);
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(message);
    expect(problem.errors).toEqual([{ field: 'files.0', message: problem.message }]);
  });

  test('every bad entry is named by its place', () => {
    const problem = refusal('/good', 'bad', '/fine*', '*');
    expect(problem.errors?.map(({ field }) => field)).toEqual(['files.1', 'files.3']);
  });

  test('entries that mean the same are ordered once', () => {
    const plan = readPurgeEntries(['/a', `http://${host}/a`, '/b*', '/%62*'], [host], false);
    expect(plan).toEqual({ wholeZone: false, paths: ['/a'], bans: ['/b*'] });
  });

  const signs = fc.constantFrom(
    'a',
    'b',
    '%',
    '*',
    '?',
    ' ',
    '&',
    '=',
    '+',
    'é',
    '語',
    '🦆',
    '\t',
    '\u0000',
    '"',
    '\\',
    '#',
    ';',
  );
  const segment = fc.array(signs, { minLength: 1, maxLength: 4 });
  const spell = ([sign, encoded]: [string, boolean]) =>
    encoded || !/[ab&=+é語🦆;]/u.test(sign)
      ? [...new TextEncoder().encode(sign)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')
      : sign;
  const text = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((segments) => segments.map((one) => one.join('')).join('/'));
  const spelt = text.chain((one) =>
    fc.array(fc.boolean(), { minLength: Array.from(one).length, maxLength: Array.from(one).length }).map((flags) => ({
      means: `/${one}`,
      raw: `/${Array.from(one)
        .map((sign, n) => (sign === '/' ? '/' : spell([sign, flags[n]!])))
        .join('')}`,
    })),
  );

  test('a wildcard covers exactly the requests that mean what it begins with, however both are spelt', () => {
    fc.assert(
      fc.property(spelt, spelt, fc.boolean(), (prefix, request, within) => {
        const raw = within ? `${prefix.raw}${request.raw}` : request.raw;
        const means = within ? `${prefix.means}${request.means}` : request.means;
        const [pattern] = read(`${prefix.raw}*`).bans;
        expect(covers(pattern!, raw)).toBe(means.startsWith(prefix.means));
      }),
      { numRuns: 1000 },
    );
  });

  test('a path keeps its meaning', () => {
    fc.assert(
      fc.property(spelt, ({ raw, means }) => {
        expect(meaning(read(raw).paths[0]!)).toBe(means);
      }),
      { numRuns: 1000 },
    );
  });

  test('no text at all makes it throw anything but a problem with that entry', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), { minLength: 1 }),
        (entries) => {
          try {
            const { bans, paths } = readPurgeEntries(entries, [host], false);
            for (const ban of bans) expect(ban).toMatch(/^\/[^*]*\*$/);
            for (const path of paths) expect(path).toMatch(/^\/[!-~]*$/);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
            for (const { field } of (error as Problem).errors!) expect(field).toMatch(/^files\.\d+$/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('wildcard purges of a zone', () => {
  type State = { generation: number; ban_counter: number; bans: Bans };
  const fresh: State = { generation: 0, ban_counter: 0, bans: [] };
  const matches = (pattern: string, path: string) => path.startsWith(pattern.slice(0, -1));
  /** Under which an edge keeps an object: the generation, and the highest ban that matches it. */
  const keyOf = ({ generation, bans }: State, path: string) =>
    `${generation}|${Math.max(0, ...bans.filter(([, pattern]) => matches(pattern, path)).map(([number]) => number))}`;

  const name = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((letters) => `/${letters.join('')}`);
  const crowd = fc.nat(400).map((n) => `/crowd/${String(n).padStart(3, '0')}`);
  const step = fc.array(fc.oneof({ weight: 1, arbitrary: name }, { weight: 2, arbitrary: crowd }), {
    minLength: 1,
    maxLength: 40,
  });
  const history = fc
    .array(step, { maxLength: 12 })
    .map((steps) => steps.map((one) => one.map((prefix) => `${prefix}*`)));

  test('invalidate exactly what they match, for good: no object returns to a key it had', () => {
    fc.assert(
      fc.property(history, fc.uniqueArray(fc.oneof(name, crowd), { minLength: 5, maxLength: 20 }), (steps, objects) => {
        let state = fresh;
        const used = new Map(objects.map((path) => [path, new Set([keyOf(state, path)])]));
        for (const patterns of steps) {
          const before = state;
          state = addBans(before, patterns);
          const folded = state.generation !== before.generation;
          for (const path of objects) {
            const key = keyOf(state, path);
            const purged = folded || patterns.some((pattern) => matches(pattern, path));
            if (purged) expect(used.get(path)!.has(key), `${path} again under ${key}`).toBe(false);
            else expect(key).toBe(keyOf(before, path));
            used.get(path)!.add(key);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('have numbers that only grow, newest last, never more than 100, and fold into a new generation above', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let state = fresh;
        for (const patterns of steps) {
          const next = addBans(state, patterns);
          const numbers = next.bans.map(([number]) => number);
          expect(next.ban_counter).toBe(state.ban_counter + patterns.length);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(numbers.at(-1) ?? 0).toBeLessThanOrEqual(next.ban_counter);
          expect(next.bans.length).toBeLessThanOrEqual(100);
          expect([state.generation, state.generation + 1]).toContain(next.generation);
          if (next.generation > state.generation) expect(next.bans).toEqual([]);
          state = next;
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the hundredth is kept, the next one folds', () => {
    const patterns = Array.from({ length: 100 }, (_, n) => `/${String(n).padStart(3, '0')}*`);
    const full = addBans(fresh, patterns);
    expect(full.bans).toHaveLength(100);
    expect(addBans(full, ['/050*']).bans).toHaveLength(100);
    expect(addBans(full, ['/zzz*'])).toEqual({ generation: 1, ban_counter: 101, bans: [] });
  });

  test('what a new one covers is dropped', () => {
    const two = addBans(fresh, ['/images/a*', '/images/b*', '/css/*']);
    expect(addBans(two, ['/images/*']).bans).toEqual([
      [3, '/css/*'],
      [4, '/images/*'],
    ]);
  });
});
