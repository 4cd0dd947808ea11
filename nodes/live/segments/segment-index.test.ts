import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runningIndex, startMs } from '../testing/running-index.ts';

function openIndex() {
  const running = runningIndex();
  return {
    mediaFolder: running.mediaFolder,
    get index() {
      return running.index;
    },
    reopen: () => running.restart(),
    lose: (file: string) => running.lose(file),
    open: (sessionId: string, startedAtMs = startMs, rungs = ['v0']) => running.open(sessionId, startedAtMs, rungs),
    /** The `at`th of two seconds since the start. */
    add: (part: number, at: number, rung = 'v0', startedAtMs = startMs + at * 2000) =>
      running.add({ part, name: `${at}`, rung, startedAtMs }),
  };
}

test('numbers of segments and parts count on over sessions and restarts, also when everything was pruned', () => {
  const at = openIndex();
  const first = at.open('a');
  expect([0, 1, 2].map((n) => at.add(first, n))).toEqual([0, 1, 2]);
  at.reopen();
  expect(at.add(first, 3)).toBe(3);
  at.index.endSession('news', 'a');
  const second = at.open('b', startMs + 60_000);
  expect(second).toBe(first + 1);
  expect(at.add(second, 30)).toBe(4);
  at.index.endSession('news', 'b');
  at.index.prune('news', startMs + 3_600_000, []);
  at.reopen();
  expect(at.add(at.open('c', startMs + 4_000_000), 2000)).toBe(5);
});

test('a number is listed once all rungs have it, and is the same time in all of them', () => {
  const at = openIndex();
  const part = at.open('a', startMs, ['v0', 'v1']);
  expect(at.add(part, 0, 'v0')).toBe(0);
  expect(at.add(part, 1, 'v0')).toBe(1);
  expect(at.index.list('news', 'v0', { lastN: 9 })).toEqual([]);
  expect(at.add(part, 0, 'v1')).toBe(0);
  expect(at.index.list('news', 'v0', { lastN: 9 }).map(({ number }) => number)).toEqual([0]);
  at.reopen();
  expect(at.index.openPartOf('news')?.rungs).toEqual([
    { rung: 'v0', segments: 2, lastFile: 'news/1/v0/1.ts' },
    { rung: 'v1', segments: 1, lastFile: 'news/1/v1/0.ts' },
  ]);
  expect(at.add(part, 1, 'v1')).toBe(1);
  expect(at.index.list('news', 'v1', { lastN: 9 }).map(({ number }) => number)).toEqual([0, 1]);
});

test('what a killed encoder left in one rung only is never listed, and its number is given again', () => {
  const at = openIndex();
  const part = at.open('a', startMs, ['v0', 'v1']);
  for (const rung of ['v0', 'v1']) at.add(part, 0, rung);
  at.add(part, 1, 'v0');
  const next = at.open('a', startMs + 5000, ['v0', 'v1']);
  expect(['v0', 'v1'].map((rung) => at.add(next, 2, rung))).toEqual([1, 1]);
  expect(at.index.prune('news', startMs, [])).toEqual(['news/1/v0/1.ts']);
  at.reopen();
  expect(at.index.list('news', 'v0', { lastN: 9 }).map(({ file }) => file)).toEqual([
    'news/1/v0/0.ts',
    'news/2/v0/2.ts',
  ]);
});

test('a segment that is told of twice keeps its number', () => {
  const at = openIndex();
  const part = at.open('a');
  expect([at.add(part, 0), at.add(part, 0), at.add(part, 1), at.add(part, 0)]).toEqual([0, 0, 1, 0]);
  at.reopen();
  expect(at.add(part, 1)).toBe(1);
});

test('a row without its file is a gap, and a session without any file is forgotten', () => {
  const at = openIndex();
  const part = at.open('a');
  for (let n = 0; n < 4; n++) at.add(part, n);
  for (const n of [0, 2]) at.lose(`news/${part}/v0/${n}.ts`);
  at.reopen();
  expect(at.index.list('news', 'v0', { lastN: 9 }).map(({ number }) => number)).toEqual([1, 3]);
  const { moments } = at.index.timelineOf('news')!.sessions[0]!;
  expect(moments.map(({ segments }) => segments[0]!.gap)).toEqual([true, false, true, false]);
  expect(at.add(part, 4)).toBe(4);
  for (const n of [1, 3, 4]) at.lose(`news/${part}/v0/${n}.ts`);
  at.reopen();
  expect(at.index.sessionRange('a')).toBeNull();
  expect(at.add(part, 5)).toBe(5);
});

test('files without a row are told, and no others', () => {
  const at = openIndex();
  at.add(at.open('a'), 0);
  writeFileSync(join(at.mediaFolder, 'news/1/v0/7.ts'), 'x');
  expect(at.index.strays('news')).toEqual(['news/1/v0/7.ts']);
  expect(at.index.strays('sport')).toEqual([]);
});

test('pruning leaves the window of what is live and what a recording needs', () => {
  const at = openIndex();
  const first = at.open('a');
  for (let n = 0; n < 10; n++) at.add(first, n);
  const second = at.open('b', startMs + 20_000);
  for (let n = 10; n < 30; n++) at.add(second, n);
  expect(at.index.prune('news', startMs + 3_600_000, ['a'])).toHaveLength(14);
  expect(at.index.sessionRange('a')).toMatchObject({ firstNumber: 0, lastNumber: 9, durationSeconds: 20 });
  expect(at.index.sessionRange('b')).toMatchObject({ firstNumber: 24, lastNumber: 29, isEnded: false });
  expect(at.index.prune('news', startMs + 3_600_000, [])).toHaveLength(10);
  expect(at.index.sessionRange('a')).toBeNull();
  at.reopen();
  expect(at.index.list('news', 'v0', { lastN: 99 })).toHaveLength(6);
  at.index.endSession('news', 'b');
  expect(at.index.prune('news', startMs + 3_600_000, [])).toHaveLength(6);
  expect(at.index.streamIds()).toEqual([]);
});

test('time never goes back in a stream, whatever clocks do', () => {
  const at = openIndex();
  const first = at.open('a');
  for (let n = 0; n < 3; n++) at.add(first, n);
  const second = at.open('a', startMs - 3_600_000);
  for (let n = 0; n < 3; n++) at.add(second, n, 'v0', startMs - 3_600_000 + n * 2000);
  at.reopen();
  at.add(second, 3, 'v0', startMs - 3_600_000 + 6000);
  const starts = at.index.list('news', 'v0', { lastN: 9 }).map(({ startedAtMs }) => (startedAtMs - startMs) / 1000);
  expect(starts).toEqual([0, 2, 4, 6, 8, 10, 12]);
});

test('a stream that is dropped leaves nothing, and others stay', () => {
  const at = openIndex();
  at.add(at.open('a'), 0);
  at.index.openPart({ streamId: 'sport', sessionId: 's', rungs: [{ rung: 'v0' }], startedAtMs: startMs });
  expect(at.index.dropStream('news')).toEqual(['news/1/v0/0.ts']);
  at.reopen();
  expect(at.index.streamIds()).toEqual(['sport']);
});

test('a stream that comes back, or comes to another node, counts on from what anybody may have seen of it', () => {
  const [first, other] = [runningIndex(), runningIndex()];
  let nowMs = startMs;
  /** A session of some parts, each with a segment. */
  const play = (on: typeof first, sessionId: string, parts = 3) => {
    on.countingMs = nowMs;
    for (let at = 0; at < parts; at++, nowMs += 2000) {
      on.add({ part: on.open(sessionId, nowMs), name: `${at}`, startedAtMs: nowMs });
    }
    const { moments } = on.index.timelineOf('news')!.sessions.at(-1)!;
    on.index.endSession('news', sessionId);
    return moments.map(({ part, number, discontinuity }) => [part.part, number, discontinuity]);
  };
  const lives = [play(first, 'a'), play(other, 'b')];
  first.index.dropStream('news');
  lives.push(play(first, 'c'));
  other.index.dropStream('news');
  other.restart();
  // Many in a row, and a clock that is set back.
  lives.push(play(other, 'd', 40));
  other.index.dropStream('news');
  nowMs -= 3_600_000;
  other.restart();
  lives.push(play(other, 'e'));
  const all = lives.flat();
  for (const [at, counters] of all.entries()) {
    if (at > 0) for (const [index, count] of counters.entries()) expect(count).toBeGreaterThan(all[at - 1]![index]!);
    for (const count of counters.slice(1)) expect(count).toBeLessThan(2 ** 31);
  }
});

test('numbers have no holes within a session, however long its encoder was away', () => {
  const at = runningIndex();
  at.countingMs = startMs;
  const number = at.add({ part: at.open('a'), name: '0', startedAtMs: startMs });
  at.countingMs += 60_000;
  expect(at.add({ part: at.open('a', startMs + 60_000), name: '1', startedAtMs: startMs + 60_000 })).toBe(number + 1);
});

test('an index of before counters knew their first part goes on as it was', () => {
  const at = runningIndex();
  const part = at.open('a');
  at.add({ part, name: '0', startedAtMs: startMs });
  const database = new DatabaseSync(join(at.folder, 'segments.db'));
  database.exec('alter table streams drop column first_part');
  database.close();
  at.restart();
  expect(at.add({ part, name: '1', startedAtMs: startMs + 2000 })).toBe(1);
});
