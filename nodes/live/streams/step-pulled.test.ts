import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { beforeEach, describe, expect, test } from 'vitest';
import { pullStream } from '../testing/live-document.ts';
import { PlayedStream } from '../testing/played-stream.ts';
import type { Ended } from './state.ts';
import { stalled } from './step.ts';

describe('a pulled stream', () => {
  let stream: PlayedStream;
  beforeEach(() => {
    stream = new PlayedStream(pullStream('a', ['http://a.test/1.m3u8', 'http://b.test/2.m3u8']));
  });

  test('begins by itself, and has a session once pictures come', () => {
    expect(stream.state).toMatchObject({ phase: 'connecting', session: null, source: 0 });
    stream.flow();
    expect(stream.state).toMatchObject({ phase: 'live', session: { kind: 'pull', from: 'somewhere' } });
  });

  test('tries the next source at once when one gives nothing, and says why', () => {
    stream.fail('404');
    stream.pass(0);
    expect(stream.state).toMatchObject({ source: 1, phase: 'connecting' });
    expect(stream.effects).toContainEqual({ type: 'refused', reason: 'source_unreachable', detail: '404', source: 0 });
    stream.flow();
    expect(stream.state.phase).toBe('live');
  });

  test('goes on with its session from the other source when the first one ends', () => {
    stream.flow(10);
    const id = stream.state.session?.id;
    stream.fail();
    expect(stream.state.phase).toBe('reconnecting');
    stream.pass(0);
    stream.fail();
    stream.pass(1000);
    expect(stream.state.source).toBe(1);
    stream.flow();
    expect(stream.state).toMatchObject({ phase: 'live', session: { id, reconnects: 1 } });
  });

  test('tries its list from the top whenever the source on air ends, and leaves one that works alone', () => {
    stream.fail('refused');
    stream.pass(0);
    for (let turn = 0; turn < 3; turn++) {
      stream.flow(10);
      stream.pass(40_000);
      expect(stream.state.run).toMatchObject({ source: 1 });
      stream.fail('its end');
      stream.pass(0);
      expect(stream.state.run).toMatchObject({ source: 0 });
      stream.fail('refused');
      stream.pass(0);
      expect(stream.state.run).toMatchObject({ source: 1 });
    }
    stream.flow(10);
    stream.fail('its end');
    stream.pass(0);
    stream.flow(10);
    expect(stream.state).toMatchObject({ phase: 'live', source: 0, session: { reconnects: 4 } });
  });

  test('goes on to the next source when one breaks off again and again', () => {
    for (const source of [0, 0, 1]) {
      stream.pass(1000);
      expect(stream.state.run).toMatchObject({ source });
      stream.flow();
      stream.fail();
    }
  });

  test('leaves no source that is on air for a while, of however few segments', () => {
    for (let turn = 0; turn < 5; turn++) {
      stream.pass(4000);
      stream.flow(4);
      stream.pass(40_000);
      expect(stream.state.run).toMatchObject({ source: 0 });
      stream.fail('its end');
    }
  });

  test('tries each source every few seconds while its session may go on, and only then ever more slowly', () => {
    stream = new PlayedStream({ ...(stream.doc as LiveStream), reconnectSeconds: 60 });
    stream.flow(10);
    const triedAtMs: number[][] = [[], []];
    // Each refuses a moment after it was asked.
    const refuseUntil = (endMs: number) => {
      for (; stream.nowMs < endMs; stream.pass(100)) {
        const { run } = stream.state;
        if (run === null) continue;
        triedAtMs[run.source]?.push(stream.nowMs);
        stream.fail();
      }
    };
    const longestPauses = () =>
      triedAtMs.map((times) => Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? 0))));
    refuseUntil(59_000);
    for (const pause of longestPauses()) expect(pause).toBeLessThanOrEqual(5000);
    expect(stream.ended).toEqual([]);
    refuseUntil(600_000);
    expect(stream.ended).toEqual(['source_ended']);
    for (const times of triedAtMs) times.splice(0, times.length - 5);
    refuseUntil(900_000);
    for (const pause of longestPauses()) {
      expect(pause).toBeGreaterThan(15_000);
      expect(pause).toBeLessThan(31_000);
    }
  });

  test('ends its session when no source comes back in time, and goes on trying ever more slowly', () => {
    stream.flow(10);
    for (let turn = 0; turn < 60; turn++) {
      stream.fail();
      stream.pass(10_000);
    }
    expect(stream.ended).toEqual(['source_ended']);
    expect(stream.state.phase).toBe('failing');
    const { starts } = stream;
    for (let turn = 0; turn < 10; turn++) {
      stream.fail();
      stream.pass(30_000);
    }
    expect(stream.starts - starts).toBeGreaterThanOrEqual(9);
    stream.flow();
    expect(stream.state).toMatchObject({ phase: 'live', session: { id: expect.any(String) } });
  });

  test('looks at the first source again after a while, and returns to it only when it works', () => {
    stream.fail();
    stream.pass(0);
    stream.flow(10);
    const id = stream.state.session?.id;
    stream.pass(120_000);
    expect(stream.effects).toContainEqual({ type: 'look_at_first_source' });
    expect(stream.state.source).toBe(1);
    stream.take({ type: 'source_back' });
    expect(stream.state).toMatchObject({ source: 0, session: { id } });
  });

  test('for which there is no place waits for one without a session, keeps its source, and says so once', () => {
    const refuse = () =>
      stream.take({ type: 'run_ended', runId: stream.state.run?.id ?? '', reason: 'over_quota', detail: 'full' });
    refuse();
    expect(stream.state).toMatchObject({ phase: 'failing', source: 0, session: null, lost: { reason: 'over_quota' } });
    for (let turn = 0; turn < 20; turn++) {
      const { starts } = stream;
      stream.pass(4999);
      expect(stream.starts).toBe(starts);
      stream.pass(5001);
      expect(stream.starts).toBe(starts + 1);
      refuse();
    }
    expect(stream.effects.filter(({ type }) => type === 'refused')).toHaveLength(1);
    stream.pass(10_000);
    stream.flow();
    expect(stream.state).toMatchObject({ phase: 'live', source: 0 });
  });

  test('gives up a source that sends no picture for the reason that is known, and never says that pictures had come', () => {
    const stall = (why: Ended) => stream.take({ type: 'run_stalled', runId: stream.state.run?.id ?? '', why });
    stall({ reason: 'source_forbidden', detail: 'file:' });
    stream.pass(0);
    stall(stalled(false));
    expect(stream.effects.filter(({ type }) => type === 'refused')).toEqual([
      { type: 'refused', reason: 'source_forbidden', detail: 'file:', source: 0 },
      { type: 'refused', reason: 'source_unreachable', detail: 'No picture came.', source: 1 },
    ]);
  });

  test('stops when it is disabled, and begins again when it is enabled', () => {
    const doc = stream.doc as LiveStream;
    stream.flow();
    stream.change({ ...doc, disabled: 'stream' });
    expect(stream.state).toMatchObject({ phase: 'idle', run: null });
    expect(stream.ended).toEqual(['disabled']);
    stream.change(doc);
    expect(stream.state).toMatchObject({ phase: 'connecting', run: { id: expect.any(String) } });
  });

  test('restarted, it fetches anew by itself', () => {
    stream.flow();
    stream.change({ ...(stream.doc as LiveStream), generation: 1 });
    expect(stream.ended).toEqual(['restarted']);
    expect(stream.state.phase).toBe('connecting');
  });
});
