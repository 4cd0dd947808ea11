import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { describeSecret, makeSecret, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
];

describe('a code', () => {
  test.each(vectors)('at %i s is the one of RFC 6238', (seconds, code) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(
      stepOf(
        secret,
        code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
        seconds * 1000,
      ),
    ).toBeNull();
  });

  test('counts 30 seconds before and after its own, for clocks that are off, and no longer', () => {
    const [[, code]] = vectors.slice(3) as [[number, string]];
    const step = Math.floor(1234567890 / 30);
    const within = [step - 1, step, step + 1].map((at) => stepOf(secret, code, at * 30_000));
    expect(within).toEqual([step, step, step]);
    expect([step - 2, step + 2].map((at) => stepOf(secret, code, at * 30_000 + 29_999))).toEqual([null, null]);
  });

  test.each(['', '12345', '1234567', 'abcdef', '２８７０８２'])('is not %j', (code) => {
    expect(stepOf(secret, code, 59_000)).toBeNull();
  });
});

test('a secret is new each time, of 160 bits, and an app that reads its address shows the same codes', () => {
  const [one, other] = [makeSecret(), makeSecret()];
  expect([one.length, one.equals(other)]).toEqual([20, false]);
  const described = describeSecret(one, 'River: CDN', 'dana@riverside.example');
  expect(described.secret).toMatch(/^[A-Z2-7]{32}$/);
  const query = new URL(described.uri).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({ issuer: 'River: CDN', secret: described.secret, digits: '6' });
  const app = new TOTP({ secret: Secret.fromBase32(described.secret) });
  expect(stepOf(one, app.generate({ timestamp: 59_000 }), 59_000)).toBe(1);
});
