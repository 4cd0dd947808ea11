import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliasFrom } from './alias.ts';

test('every name gives a DNS label that stays one when six characters and a hyphen are added', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', ' ', 'é', 'İ', 'ß', 'x', 'n', '№', '水'), maxLength: 120 }),
  );
  fc.assert(
    fc.property(name, (text) => {
      expect(aliasFrom(text)).toMatch(/^(?!xn--)[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/);
      expect(aliasFrom(text)).not.toContain('--');
    }),
    { numRuns: 500 },
  );
});

test('a label is its own label: what the panel suggests is what the server makes of it', () => {
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => aliasFrom(aliasFrom(text)) === aliasFrom(text)));
});

test.each([
  ['My Shop!', 'my-shop'],
  ['Lädchen №5', 'ladchen-no5'],
  ['İstanbul', 'istanbul'],
  ['xn--abc', 'xn-abc'],
  ['---', 'zone'],
  ['水', 'zone'],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
  ['a'.repeat(80), 'a'.repeat(50)],
])('the name %j suggests the label %j', (name, alias) => expect(aliasFrom(name)).toBe(alias));
