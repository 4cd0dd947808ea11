import { expect, test } from 'vitest';
import { IncomingRate } from './incoming-rate.ts';

type Second = { bytes: number; sentMs: number };

/** Looked at once a second; answers what was known after each look, in kbit/s. */
function measured(seconds: Second[]): (number | null)[] {
  const rate = new IncomingRate();
  let [bytesIn, sentMs] = [0, 0];
  return seconds.map((second, index) => {
    bytesIn += second.bytes;
    sentMs += second.sentMs;
    const uptimeMs = (index + 1) * 1000;
    rate.look({ bytesIn, publisher: { connection: 1, address: '', agent: '', uptimeMs, sentMs } });
    return rate.bitsPerSecond === null ? null : Math.round(rate.bitsPerSecond / 1000);
  });
}

const steady: Second = { bytes: 125_000, sentMs: 1000 };
const times = (count: number, second: Second) => Array.from({ length: count }, () => second);

test('nothing is said of a bitrate before it is known', () => {
  expect(measured(times(4, steady))).toEqual([null, null, 1000, 1000]);
  expect(measured(times(3, { bytes: 0, sentMs: 0 }))).toEqual([null, null, null]);
});

test('what a publisher had made while it waited to be let in does not make its bitrate look higher', () => {
  const backlog: Second = { bytes: 5 * 125_000, sentMs: 5000 };
  const known = measured([steady, backlog, ...times(20, steady)]).slice(1);
  expect(new Set(known)).toEqual(new Set([1000]));
});

test('a connection that is too narrow shows in the bitrate', () => {
  expect(measured([...times(12, steady), ...times(10, { bytes: 50_000, sentMs: 400 })]).at(-1)).toBe(400);
});

test('of a connection that brings nothing for ten seconds the bitrate is 0', () => {
  expect(measured([...times(5, steady), ...times(11, { bytes: 0, sentMs: 0 })]).at(-1)).toBe(0);
});

test.each([3_600_000, -5000])('timestamps that jump by %d ms leave the bitrate as it is', (sentMs) => {
  const known = measured([...times(3, steady), { bytes: 125_000, sentMs }, ...times(20, steady)]).slice(2);
  expect(new Set(known)).toEqual(new Set([1000]));
});
