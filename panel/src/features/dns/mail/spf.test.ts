import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSpf, countLookups, explainSpf, mergeSpf, noSenders, parseSpf } from './spf.ts';

test('a form becomes one record, with the addresses by their family', () => {
  const values = { ...noSenders, mx: true, includes: ['_spf.google.com'], addresses: '192.0.2.10\n2001:db8::/32' };
  expect(buildSpf({ ...values, rest: '-all' })).toBe(
    'v=spf1 mx ip4:192.0.2.10 ip6:2001:db8::/32 include:_spf.google.com -all',
  );
});

test('saving a record that was only looked at loses none of its parts', () => {
  const term = fc.oneof(
    fc.constantFrom('mx', 'a', '+mx', 'a:web.example', 'mx/24', '-ip4:192.0.2.7', 'exists:%{i}.x.example', 'ptr'),
    fc.domain().map((name) => `include:${name.toLowerCase()}`),
    fc.ipV4().map((address) => `ip4:${address}`),
    fc.ipV6().map((address) => `ip6:${address}`),
  );
  const rest = fc.constantFrom('-all', '~all', '?all', 'redirect=_spf.example.com', '');
  fc.assert(
    fc.property(
      fc.uniqueArray(term, { maxLength: 8, selector: (one) => one.replace(/^\+/, '') }),
      rest,
      (terms, last) => {
        const text = ['v=spf1', ...terms, last].join(' ').trim();
        const normal = (record: string) =>
          record
            .split(' ')
            .map((part) => part.replace(/^\+/, ''))
            .sort();
        expect(normal(buildSpf(parseSpf(text)))).toEqual(normal(text));
      },
    ),
  );
});

test('of several records one is made that lets everybody send whom one of them let', () => {
  const texts = ['v=spf1 mx ip4:192.0.2.1 -all', 'v=spf1 mx include:_spf.example.net ip4:192.0.2.1 ~all'];
  expect(buildSpf(mergeSpf(texts))).toBe('v=spf1 mx ip4:192.0.2.1 include:_spf.example.net ~all');
  expect(buildSpf(mergeSpf(['v=spf1 a', 'v=spf1 -all']))).toBe('v=spf1 a -all');
  expect(buildSpf(mergeSpf(['v=spf1 a redirect=_spf.example.com']))).toBe('v=spf1 a redirect=_spf.example.com');
});

test('a rule that refuses an address is kept, not turned into one that allows it', () => {
  expect(buildSpf(parseSpf('v=spf1 -ip4:192.0.2.7 ip4:192.0.2.0/24 -all'))).toContain('-ip4:192.0.2.7');
});

test('look-ups are counted as those who check a sender do', () => {
  expect(countLookups('v=spf1 mx a ip4:192.0.2.1 include:a.example ?ptr exists:%{i}.b.example all')).toBe(5);
  expect(countLookups('v=spf1 include:a.example redirect=b.example')).toBe(2);
});

test('every part is explained', () => {
  expect(explainSpf('v=spf1 mx include:_spf.google.com foo -all').map(({ words }) => words)).toEqual([
    'The servers that receive your mail may send',
    'Whoever _spf.google.com names may send',
    'A special rule, which stays as it is',
    'Everybody else is forged: refuse it',
  ]);
});
