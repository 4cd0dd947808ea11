import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Deployment } from '../lib/deployment.ts';
import { Purge, PurgeDetails, PurgeRequest } from './purge.ts';
import { Alias, NewZone, OriginUrl, originProblem, Zone, ZoneUpdate } from './schema.ts';

describe('an origin', () => {
  test.each([
    'https://origin.example.com',
    'http://origin.example.com:8080',
    'HTTPS://Origin.Example.Com/base/path/',
    'http://192.0.2.1',
    'http://[2001:db8::1]:8080/x',
    'https://münchen.example',
    '  https://origin.example.com  ',
  ])('%s is accepted', (text) => {
    expect(OriginUrl.safeParse(text).error).toBeUndefined();
  });

  test('is never anything but a plain http(s) address without credentials, query or fragment', () => {
    const parts = fc.constantFrom(
      'http://',
      'https://',
      'a.test',
      '@',
      ':',
      '/',
      '?',
      '#',
      '\\',
      ' ',
      '\n',
      '\t',
      '..',
      '%00',
      '[',
      ']',
      '-',
      'é',
      '80',
      '*',
      "'",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        if (originProblem(text) !== null) return;
        const url = new URL(text);
        expect(url.protocol).toMatch(/^https?:$/);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(text).not.toMatch(/[\s\\?#]/);
      }),
      { numRuns: 3000 },
    );
  });
});

test('an alias is a DNS label in lower case, whatever was typed', () => {
  const typed = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', ' ', 'x', 'n', 'é'), maxLength: 70 });
  fc.assert(
    fc.property(typed, (text) => {
      const parsed = Alias.safeParse(text);
      if (parsed.success) expect(parsed.data).toMatch(/^(?!xn--)(?!-)[a-z0-9-]{1,63}(?<!-)$/);
      else expect(/^[a-z0-9]+$/i.test(text) && text.length <= 63).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['NewZone', NewZone],
  ['ZoneUpdate', ZoneUpdate],
  ['Zone', Zone],
  ['Deployment', Deployment],
  ['PurgeRequest', PurgeRequest],
  ['Purge', Purge],
  ['PurgeDetails', PurgeDetails],
])('the examples of %s are what the schema accepts', (_, schema) => {
  const { examples } = schema.meta() as { examples: unknown[] };
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(schema.safeParse(example).error).toBeUndefined();
});
