import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DesiredState, type StateRecord } from './desired-state.ts';
import { StateLog } from './state-log.ts';

let folder: string;
const isEvent = (key: string): boolean => key.startsWith('event/');
const path = () => join(folder, 'desired-state.log');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function open(): Promise<StateLog> {
  const log = new StateLog(folder, isEvent);
  await log.load();
  return log;
}

const entry = (seq: number, key: string, doc: unknown) => ({ key, seq, deleted: doc === null, doc });
const begin: StateRecord = { type: 'begin', epoch: 'e', cursor: 0, applied: 0 };

test('kill -9 between engine and cursor applies again, harmlessly', async () => {
  const log = await open();
  await log.append(begin);
  await log.append({
    type: 'entries',
    cursor: 3,
    entries: [entry(1, 'thing/a', 1), entry(2, 'event/1', 1), entry(3, 'thing/b', 1)],
  });
  const beforeOutcome = await readFile(path());
  await log.append({ type: 'outcome', applied: 3, refused: [] });
  expect(log.state.pending()).toEqual([]);
  await log.close();

  await writeFile(path(), beforeOutcome);
  const again = await open();
  expect(again.state.pending().map(({ key }) => key)).toEqual(['thing/a', 'event/1', 'thing/b']);
  expect(again.state.applied).toBe(0);
  await again.close();
});

test('a torn or damaged end is cut off, and what follows it is not lost', async () => {
  const log = await open();
  await log.append(begin);
  await log.append({ type: 'entries', cursor: 1, entries: [entry(1, 'thing/a', 1)] });
  await log.close();
  const whole = await readFile(path(), 'utf8');
  for (const torn of [whole.split('\n')[1]!.slice(0, 30), 'deadbeef {"type":"begin"}\n', '\0\0\0\0']) {
    await writeFile(path(), whole);
    await appendFile(path(), torn);
    const again = await open();
    expect(again.state.cursor).toBe(1);
    await again.append({ type: 'entries', cursor: 2, entries: [entry(2, 'thing/b', 2)] });
    await again.close();
    const last = await open();
    expect(last.state.whole().map(({ key }) => key)).toEqual(['thing/a', 'thing/b']);
    await last.close();
  }
});

test('one change among 5,000 things costs one line, and the log does not grow without end', async () => {
  const log = await open();
  const doc = { text: 'x'.repeat(400) };
  const entries = Array.from({ length: 5000 }, (_, n) => entry(n + 1, `thing/${n}`, doc));
  await log.replace((state) => state.snapshot('e', 5000, entries));
  await log.append({ type: 'outcome', applied: 5000, refused: [] });
  const full = (await stat(path())).size;
  await log.append({ type: 'entries', cursor: 5001, entries: [entry(5001, 'thing/1', doc)] });
  expect((await stat(path())).size - full).toBeLessThan(600);
  for (let n = 0; n < 100; n++) {
    const batch = Array.from({ length: 200 }, (_, m) => entry(6000 + n * 200 + m, `thing/${m}`, doc));
    await log.append({ type: 'entries', cursor: 6000 + n * 200 + 199, entries: batch });
  }
  expect((await stat(path())).size).toBeLessThan(3 * full + 1_200_000);
  await log.close();
  const again = await open();
  expect(again.state.whole()).toHaveLength(5000);
  await again.close();
});

test('the condensed log means the same as the whole one, for any history', () => {
  const key = fc.constantFrom<string>('thing/a', 'thing/b', 'thing/c', 'event/1', 'event/2');
  const step = fc.oneof(
    fc.record({ put: key, doc: fc.option(fc.nat(9)) }),
    fc.record({ settle: fc.nat(3), refuse: fc.array(key) }),
    fc.record({ later: key, reason: fc.option(fc.constant('why')) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const state = new DesiredState(isEvent);
      state.fold(begin);
      let seq = 0;
      for (const one of steps) {
        if ('put' in one) state.fold({ type: 'entries', cursor: ++seq, entries: [entry(seq, one.put, one.doc)] });
        else if ('settle' in one) {
          const applied = Math.max(state.applied ?? 0, seq - one.settle);
          const pending = state.pending().filter((change) => one.refuse.includes(change.key));
          state.fold({
            type: 'outcome',
            applied,
            refused: pending.map((change) => ({ key: change.key, seq: change.seq, reason: 'no' })),
          });
        } else {
          const thing = state.thing(one.later);
          if (thing) state.fold({ type: 'later', key: one.later, seq: thing.seq, reason: one.reason });
        }
        const condensed = new DesiredState(isEvent);
        for (const record of state.condensed()) condensed.fold(JSON.parse(JSON.stringify(record)) as StateRecord);
        expect(condensed.whole()).toEqual(state.whole());
        expect(condensed.pending()).toEqual(state.pending());
        expect(condensed.refused()).toEqual(state.refused());
        expect([condensed.cursor, condensed.applied]).toEqual([state.cursor, state.applied]);
      }
    }),
  );
});

test('an engine that knows nothing is given the last good version of what is refused, and nothing that is gone', () => {
  const state = new DesiredState(isEvent);
  state.fold(begin);
  state.fold({ type: 'entries', cursor: 2, entries: [entry(1, 'thing/a', 'good'), entry(2, 'thing/b', 'new')] });
  state.fold({ type: 'outcome', applied: 2, refused: [] });
  state.fold({ type: 'entries', cursor: 4, entries: [entry(3, 'thing/a', 'bad'), entry(4, 'thing/b', null)] });
  state.fold({ type: 'outcome', applied: 4, refused: [{ key: 'thing/a', seq: 3, reason: 'no' }] });
  expect(state.whole()).toEqual([{ key: 'thing/a', seq: 1, doc: 'good' }]);
  state.fold({ type: 'entries', cursor: 5, entries: [entry(5, 'thing/a', 'worse')] });
  state.fold({ type: 'outcome', applied: 5, refused: [{ key: 'thing/a', seq: 5, reason: 'no' }] });
  expect(state.whole()).toEqual([{ key: 'thing/a', seq: 1, doc: 'good' }]);
});

test('large documents do not end up in one line, which could become longer than a string can be', async () => {
  const log = await open();
  const doc = 'x'.repeat(400_000);
  const entries = Array.from({ length: 30 }, (_, n) => entry(n + 1, `thing/${n}`, doc));
  await log.replace((state) => state.snapshot('e', 30, entries));
  await log.close();
  const lines = (await readFile(path(), 'utf8')).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_000_000);
  expect((await open()).state.pending()).toHaveLength(30);
});
