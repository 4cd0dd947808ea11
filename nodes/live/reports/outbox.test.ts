import type { LiveSession, LiveState } from '@headwater/contract/nodes/live-report';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { Outbox } from './outbox.ts';
import { Refusals } from './refusals.ts';
import { describeSession, readAgent } from './words.ts';

const session = (id: string, reconnects = 0): LiveSession =>
  describeSession(
    'a',
    { id, kind: 'publish', startedAtMs: 0, from: '192.0.2.1', agent: 'OBS', reconnects },
    { media: null, bytesIn: 1 },
    { phase: 'live' },
  );
const state = { streamId: 'a' } as LiveState;

describe('what the control plane was not told yet', () => {
  let db: ReturnType<typeof openStore>;
  let outbox: Outbox;
  beforeEach(() => {
    db = openStore(':memory:');
    outbox = new Outbox(db);
  });

  test('is told in its newest words, once', () => {
    outbox.putSession(session('1'));
    outbox.putSession(session('2'));
    outbox.putSession(session('1', 3));
    const report = outbox.take(() => [state]);
    expect(report?.sessions.map(({ id, reconnects }) => [id, reconnects])).toEqual([
      ['2', 0],
      ['1', 3],
    ]);
    expect(report?.states).toEqual([state]);
    outbox.settle();
    expect(outbox.isEmpty).toBe(true);
    expect(outbox.take(() => [])).toBeNull();
  });

  test('is sent again as it was, also by the next agent, until it was accepted', () => {
    outbox.putSession(session('1'));
    const first = outbox.take(() => [state]);
    outbox.putSession(session('1', 1));
    outbox.putSession(session('2'));
    expect(outbox.take(() => [])).toEqual(first);
    const next = new Outbox(db);
    expect(next.take(() => [])).toEqual(first);
    next.settle();
    // What was said meanwhile is another batch.
    const second = next.take(() => []);
    expect(second?.batchId).not.toBe(first?.batchId);
    expect(second?.sessions.map(({ id, reconnects }) => [id, reconnects])).toEqual([
      ['1', 1],
      ['2', 0],
    ]);
  });

  test('is told in several batches where it is much, and none of it is lost', () => {
    for (let count = 0; count < 4500; count++) outbox.putSession(session(`s${count}`));
    const told: string[] = [];
    for (let report = outbox.take(() => []); report !== null; report = outbox.take(() => [])) {
      told.push(...report.sessions.map(({ id }) => id));
      outbox.settle();
    }
    expect(told).toHaveLength(4500);
    expect(new Set(told).size).toBe(4500);
  });

  test('is told before what is under way: nothing that only waits to be told passes for lost', () => {
    for (let count = 0; count < 4500; count++) outbox.putSession(session(`s${count}`));
    const underWay = { sessions: ['live'], recordings: [] };
    const told: unknown[] = [];
    for (let batch = 0; batch < 3; batch++) {
      told.push(
        outbox.take(
          () => [],
          () => underWay,
        )?.underWay,
      );
      outbox.settle();
    }
    expect(outbox.isEmpty).toBe(true);
    expect(told).toEqual([undefined, undefined, underWay]);
  });

  test('does not begin a batch on disk for states alone: old ones are worth nothing', () => {
    const first = outbox.take(() => [state]);
    expect(outbox.isEmpty).toBe(true);
    expect(outbox.take(() => [state])?.batchId).not.toBe(first?.batchId);
  });
});

test('refusals of one reason from one address are one session a minute, which counts', () => {
  const told: LiveSession[] = [];
  let nowMs = 60_000 * 1000;
  let ids = 0;
  const refusals = new Refusals(
    (one) => told.push(one),
    () => `id${++ids}`,
    () => nowMs,
  );
  const refuse = (from: string, reason: 'wrong_key' | 'over_quota' = 'wrong_key') =>
    refusals.note({ streamId: 'a', kind: 'publish', reason, detail: '', from, agent: '' });
  refuse('192.0.2.1');
  refuse('192.0.2.1');
  refuse('192.0.2.2');
  refuse('192.0.2.1', 'over_quota');
  refuse('192.0.2.1');
  nowMs += 60_000;
  refuse('192.0.2.1');
  expect(told.map(({ id, attempts }) => `${id} ${attempts}`)).toEqual([
    'id1 1',
    'id1 2',
    'id2 1',
    'id3 1',
    'id1 3',
    'id4 1',
  ]);
});

test('a source that is refused again and again is one session, which counts, until something else comes', () => {
  const told: LiveSession[] = [];
  let nowMs = 60_000 * 1000;
  let ids = 0;
  const refusals = new Refusals(
    (one) => told.push(one),
    () => `id${++ids}`,
    () => nowMs,
  );
  const refuse = (from: string, detail = '404') => {
    nowMs += 61_000;
    refusals.note({ streamId: 'a', kind: 'pull', reason: 'source_unreachable', detail, from, agent: '' });
  };
  const takeTold = () => told.splice(0).map(({ id, attempts }) => `${id} ${attempts}`);
  refuse('one');
  refuse('two');
  const [first] = told;
  refuse('one');
  refuse('two');
  expect(told[2]).toMatchObject({ startedAt: first?.startedAt, endedAt: new Date(nowMs - 61_000).toISOString() });
  expect(takeTold()).toEqual(['id1 1', 'id2 1', 'id1 2', 'id2 2']);
  refuse('one', 'nothing listens');
  refuse('one');
  refuse('two');
  expect(takeTold()).toEqual(['id3 1', 'id4 1', 'id2 3']);
  refusals.forget('a');
  refuse('two');
  expect(takeTold()).toEqual(['id5 1']);
  nowMs += 25 * 3_600_000;
  refuse('two');
  expect(takeTold()).toEqual(['id6 1']);
});

test('publishers are called as people know them', () => {
  expect(readAgent('FMLE/3.0 (compatible; Lavf59.27.100)')).toBe('Lavf59.27.100');
  expect(readAgent('FMLE/3.0 (compatible; obs-studio/30.1; FMSc/1.0)')).toBe('obs-studio/30.1; FMSc/1.0');
  expect(readAgent('Wirecast\n/14')).toBe('Wirecast/14');
});
