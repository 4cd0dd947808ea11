import { beforeEach, expect, test } from 'vitest';
import { Coverage } from './coverage.ts';

let coverage: Coverage;
let logged = 0;
const counters = (more: object = {}) => ({ life: 'a', answered: logged, logged, dropped: 0, ...more });
/** One look and its question, which dnsdist logs; answers the name. */
function probe(atMs: number, more: object = {}): string {
  coverage.look(counters(more), atMs);
  logged += 1;
  return coverage.probeName;
}
const gaps = () => coverage.takeGaps().map(({ from, until }) => [Date.parse(from), Date.parse(until)]);

beforeEach(() => {
  logged = 0;
  coverage = new Coverage(0);
});

test('nothing is told while everything comes out of the log', () => {
  for (let second = 1; second < 300; second++) {
    logged += 500;
    coverage.seen(probe(second * 1000));
  }
  expect(gaps()).toEqual([]);
});

test('another start of dnsdist is a gap from the last probe that was counted to the first one after it', () => {
  coverage.seen(probe(1000));
  probe(2000);
  probe(3000, { life: 'b' });
  const next = probe(4000, { life: 'b' });
  expect(gaps()).toEqual([]);
  expect(coverage.settledUntilMs(4500)).toBe(1000);
  coverage.seen(next);
  expect(gaps()).toEqual([[1000, 4000]]);
  expect(coverage.settledUntilMs(4500)).toBe(4500);
});

test('answers that dnsdist had to drop are a gap', () => {
  coverage.seen(probe(1000));
  coverage.seen(probe(2000));
  const next = probe(3000, { dropped: 7 });
  coverage.seen(next);
  coverage.seen(probe(4000, { dropped: 7 }));
  expect(gaps()).toEqual([[2000, 3000]]);
});

test('a name that only looks like a probe proves nothing', () => {
  probe(1000);
  coverage.lost(500);
  coverage.seen('1.invalid');
  coverage.seen(`99${coverage.probeName.slice(1)}`);
  expect(coverage.settledUntilMs(2000)).toBe(500);
});

test.each([
  ['nobody asked anything', 0, 'a', []],
  ['somebody asked', 1, 'a', [[3000, 9000]]],
  ['dnsdist was started anew', 0, 'b', [[3000, 9000]]],
])('after a clean stop, when %s meanwhile', (_, answers, life, expected) => {
  coverage.seen(probe(1000));
  probe(2000);
  const stop = coverage.stop(counters(), 3000);
  coverage = new Coverage(8000);
  coverage.resume(stop);
  logged += answers;
  probe(8500, { life });
  coverage.seen(probe(9000, { life }));
  expect(gaps()).toEqual(expected);
});

test('answers on their way when everything is stopped are a gap, of known length', () => {
  coverage.seen(probe(1000));
  logged += 3;
  probe(2000);
  const stop = coverage.stop(null, 3000);
  expect(gaps()).toEqual([[1000, 3000]]);
  coverage = new Coverage(90_000);
  coverage.resume(stop);
  coverage.seen(probe(91_000, { life: 'b' }));
  expect(gaps()).toEqual([]);
});

test('a clean stop of everything while only probes were on their way is no gap', () => {
  coverage.seen(probe(1000));
  probe(2000);
  probe(2500);
  coverage.stop(null, 3000);
  expect(gaps()).toEqual([]);
});
