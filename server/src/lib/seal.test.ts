import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const secret = fc.string({ minLength: 32, maxLength: 64 });
const purpose = fc.string({ maxLength: 40 });
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

test('what was sealed comes back as it was', () => {
  fc.assert(
    fc.property(secret, purpose, bytes, (secret, purpose, plaintext) => {
      expect(unseal(secret, purpose, seal(secret, purpose, plaintext))).toEqual(plaintext);
    }),
  );
});

test('text comes back in UTF-8', () => {
  expect(unseal('s', 'p', seal('s', 'p', 'naïve 語 🦆')).toString('utf8')).toBe('naïve 語 🦆');
});

test('any byte that was changed, added or cut off is noticed', () => {
  fc.assert(
    fc.property(secret, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (secret, plaintext, at, flip) => {
      const sealed = seal(secret, 'test', plaintext);
      const changed = Buffer.from(sealed);
      changed[at % changed.length]! ^= flip;
      expect(() => unseal(secret, 'test', changed)).toThrow();
      expect(() => unseal(secret, 'test', sealed.subarray(0, at % sealed.length))).toThrow();
      expect(() => unseal(secret, 'test', Buffer.concat([sealed, Buffer.of(flip)]))).toThrow();
    }),
  );
});

test('another secret or another purpose opens nothing', () => {
  fc.assert(
    fc.property(secret, secret, purpose, purpose, bytes, (secret, otherSecret, purpose, otherPurpose, plaintext) => {
      const sealed = seal(secret, purpose, plaintext);
      if (secret !== otherSecret) expect(() => unseal(otherSecret, purpose, sealed)).toThrow();
      if (purpose !== otherPurpose) expect(() => unseal(secret, otherPurpose, sealed)).toThrow();
    }),
  );
});

test('the same text sealed twice shows no likeness', () => {
  const sealed = Array.from({ length: 100 }, () => seal('s', 'p', 'the same').toString('hex'));
  expect(new Set(sealed).size).toBe(100);
  expect(new Set(sealed.map((hex) => hex.slice(2, 26))).size).toBe(100);
});
