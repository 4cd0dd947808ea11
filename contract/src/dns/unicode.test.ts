import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDomainName } from './names.ts';
import { toUnicode } from './unicode.ts';

test.each([
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['www.xn--bcher-kva.example', 'www.bücher.example'],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['xn--fsqu00a.xn--0zwm56d', '例子.测试'],
  ['xn--ls8h.example', '💩.example'],
  ['riverside.example', 'riverside.example'],
])('%s is shown as %s', (name, shown) => expect(toUnicode(name)).toBe(shown));

test.each([
  // Decoded, it would be plain letters, an upper case one, or nothing.
  'xn--example-.com',
  'xn--www-hoi.example',
  'xn--.example',
  'xn--\u00fc.example',
  'xn--99999999999.example',
  'xn--a-ecp.ru',
])('%s stays as it is: its letters would have another encoding, or it has none', (name) =>
  expect(toUnicode(name)).toBe(name),
);

const letters = fc.oneof(
  fc.constantFrom('a', 'z', '0', 'ä', 'ß', 'é', 'я', 'ж', 'λ', '日', '本', '語', '한', 'ا', 'ب', 'ท', '🐟', '𐍈'),
  fc.integer({ min: 0xa1, max: 0x2fa1d }).map((point) => String.fromCodePoint(point)),
);

test('every name that can be kept is shown as letters that are kept as that name again', () => {
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), (label) => {
      const read = readDomainName(`${label}.example`);
      fc.pre(read.ok);
      const shown = toUnicode(read.name);
      expect(readDomainName(shown)).toEqual(read);
      // Browsers' own encoding is the measure: what it encodes is never left as it is.
      if (read.name.startsWith('xn--')) expect(shown).not.toContain('xn--');
    }),
    { numRuns: 5000 },
  );
});

test('whatever text stands behind xn-- is answered, in a moment', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{0,59}$/), (text) => {
      const shown = toUnicode(`xn--${text}.example`);
      if (shown !== `xn--${text}.example`) expect(readDomainName(shown)).toMatchObject({ name: `xn--${text}.example` });
    }),
    { numRuns: 5000 },
  );
});
