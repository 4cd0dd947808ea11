import type { LiveStream } from '@headwater/contract/nodes/live-document';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { pullStream, pushStream, sha256 } from '../testing/live-document.ts';
import { PlayedStream } from '../testing/played-stream.ts';
import { nextAtMs, type Room } from './state.ts';
import { stalled } from './step.ts';

describe('a pushed stream', () => {
  let stream: PlayedStream;
  beforeEach(() => {
    stream = new PlayedStream(pushStream('a'));
  });

  test('is live with its first segment, and ended when nobody comes back in time', () => {
    expect(stream.publish('one').map(({ type }) => type)).toEqual(['start']);
    expect(stream.state.phase).toBe('connecting');
    stream.flow();
    expect(stream.state.phase).toBe('live');
    stream.take({ type: 'publisher_gone', name: 'one', reason: 'publisher_left' });
    expect(stream.state).toMatchObject({ phase: 'reconnecting', connection: null, run: null });
    stream.pass(29_999);
    expect(stream.ended).toEqual([]);
    stream.pass(1);
    expect(stream.ended).toEqual(['publisher_left']);
    expect(stream.state).toMatchObject({ phase: 'idle', session: null });
  });

  test('goes on with its session when the publisher comes back in time, and with another one after', () => {
    stream.publish('one');
    stream.flow();
    const id = stream.state.session?.id;
    stream.take({ type: 'publisher_gone', name: 'one', reason: 'connection_lost' });
    stream.pass(10_000);
    stream.publish('two');
    expect(stream.state.session).toMatchObject({ id, reconnects: 1 });
    stream.flow();
    stream.take({ type: 'publisher_gone', name: 'two', reason: 'connection_lost' });
    stream.pass(30_000);
    stream.publish('three');
    expect(stream.state.session?.id).not.toBe(id);
    expect(stream.ended).toEqual(['connection_lost']);
  });

  test('a publisher that takes the place of a dead one is dropped with nothing but the dead one', () => {
    stream.publish('one');
    stream.flow();
    const effects = stream.publish('two');
    expect(effects).toContainEqual({ type: 'drop', name: 'one' });
    // The hook's late word of the dead one changes nothing.
    stream.take({ type: 'publisher_gone', name: 'one', reason: 'publisher_left' });
    expect(stream.state).toMatchObject({ connection: { name: 'two' }, session: { reconnects: 1 } });
  });

  test('an encoder that is killed is started again at once, and the session goes on', () => {
    stream.publish('one');
    stream.flow(10);
    stream.fail();
    stream.pass(0);
    expect(stream.starts).toBe(2);
    expect(stream.state).toMatchObject({ phase: 'live', session: { id: expect.any(String) } });
  });

  test('an encoder that fails again and again ends the session, with growing pauses before', () => {
    stream.publish('one');
    const startedAtMs: number[] = [];
    for (let turn = 0; turn < 20 && stream.state.session !== null; turn++) {
      startedAtMs.push(stream.nowMs);
      stream.fail('Conversion failed!');
      stream.pass(nextAtMs(stream.state) === null ? 0 : (nextAtMs(stream.state) ?? 0) - stream.nowMs);
    }
    expect(startedAtMs).toEqual([0, 0, 375, 1125, 2625, 5625, 11_625]);
    expect(stream.ended).toEqual(['too_many_failures']);
    expect(stream.effects).toContainEqual(expect.objectContaining({ type: 'ended', detail: 'Conversion failed!' }));
    expect(stream.effects).toContainEqual({ type: 'drop', name: 'one' });
    // Nobody is there any more, and nothing is tried.
    expect(stream.state).toMatchObject({ phase: 'idle', retryAtMs: null });
    stream.publish('two');
    expect(stream.state.phase).toBe('connecting');
  });

  test('is failing while its encoder ends again and again, with a segment in between or without', () => {
    stream.publish('one');
    stream.flow(10);
    stream.fail();
    stream.pass(0);
    expect(stream.state.phase).toBe('live');
    stream.fail('Invalid PNG');
    expect(stream.state).toMatchObject({ phase: 'failing', lost: { detail: 'Invalid PNG' }, session: { id: 'id1' } });
    stream.pass(1000);
    stream.flow(4);
    expect(stream.state.phase).toBe('failing');
    stream.flow();
    expect(stream.state).toMatchObject({ phase: 'live', lost: null });
    expect(stream.ended).toEqual([]);
  });

  test('is tried again at once when it is to be encoded otherwise, however long it was to wait', () => {
    stream.publish('one');
    for (let turn = 0; turn < 6; turn++) {
      stream.fail();
      if (turn < 5) stream.pass(8000);
    }
    expect(stream.state).toMatchObject({ phase: 'failing', run: null });
    const { starts } = stream;
    stream.change(
      pushStream('a', {
        filter: { name: 'f', deinterlace: 'always', crop: null, logo: null, text: null, image: null },
      }),
    );
    expect(stream.starts).toBe(starts + 1);
    expect(stream.state.phase).toBe('connecting');
    stream.flow();
    expect(stream.state.phase).toBe('live');
  });

  test('whose publisher does not come back ended when it was lost', () => {
    stream.publish('one');
    stream.flow();
    stream.pass(27_000);
    stream.take({ type: 'publisher_gone', name: 'one', reason: 'publisher_left' });
    stream.pass(60_000);
    expect(stream.effects).toContainEqual(expect.objectContaining({ type: 'ended', atMs: 27_000 }));
  });

  test.each<[string, (doc: LiveStream) => LiveStream | null, string | null]>([
    ['disabled', (doc) => ({ ...doc, disabled: 'stream' }), 'disabled'],
    ['of a service that is inactive', (doc) => ({ ...doc, disabled: 'service' }), 'disabled'],
    ['deleted', () => null, 'deleted'],
    ['restarted', (doc) => ({ ...doc, generation: 1 }), 'restarted'],
    [
      'given another key',
      (doc) => ({ ...doc, input: { type: 'push', keyHash: sha256('x'), auth: null, addresses: null } }),
      'key_rotated',
    ],
    ['made to rewind further', (doc) => ({ ...doc, rewindSeconds: 1200 }), null],
    ['delayed', (doc) => ({ ...doc, delaySeconds: 60 }), null],
    ['recorded', (doc) => ({ ...doc, record: true }), null],
    ['moved to another path', (doc) => ({ ...doc, path: 'elsewhere' }), null],
  ])('that is %s', (_, change, reason) => {
    stream.publish('one');
    stream.flow();
    const before = stream.effects.length;
    stream.change(change(pushStream('a')));
    expect(stream.ended).toEqual(reason === null ? [] : [reason]);
    if (reason === null) expect(stream.effects).toHaveLength(before);
    else expect(stream.effects).toContainEqual({ type: 'drop', name: 'one' });
  });

  test('that is encoded otherwise keeps its publisher and its session', () => {
    stream.publish('one');
    stream.flow();
    stream.change(
      pushStream('a', {
        filter: { name: 'f', deinterlace: 'always', crop: null, logo: null, text: null, image: null },
      }),
    );
    expect(stream.effects.map(({ type }) => type)).toEqual(['start', 'stop', 'start']);
    expect(stream.state).toMatchObject({ connection: { name: 'one' }, phase: 'live' });
  });

  test('a full disk ends it, and it can be live again when there is room', () => {
    stream.publish('one');
    stream.flow();
    stream.room = 'full';
    stream.take({ type: 'room' });
    expect(stream.ended).toEqual(['disk_full']);
    stream.room = 'low';
    stream.take({ type: 'room' });
    expect(stream.state.phase).toBe('idle');
  });

  test('what it cannot carry ends it with the name of the codec, and it waits for a publisher', () => {
    stream.publish('one');
    const runId = stream.state.run?.id ?? '';
    stream.take({ type: 'run_ended', runId, reason: 'unsupported_codec', detail: 'hevc' });
    expect(stream.effects).toContainEqual(expect.objectContaining({ type: 'ended', detail: 'hevc' }));
    expect(stream.effects).toContainEqual({ type: 'drop', name: 'one' });
    expect(stream.state.phase).toBe('idle');
  });
});

test('a publisher that sends no key frames is dropped, with what to set', () => {
  const stream = new PlayedStream(pushStream('a'));
  stream.publish('one');
  const runId = stream.state.run?.id ?? '';
  stream.take({ type: 'run_ended', runId, reason: 'no_key_frames', detail: 'Set it.' });
  expect(stream.ended).toEqual(['no_key_frames']);
  expect(stream.state).toMatchObject({ phase: 'idle', retryAtMs: null });
  expect(stream.effects).toContainEqual({ type: 'drop', name: 'one' });
});

const anyEvent = (stream: PlayedStream): fc.Arbitrary<() => void> =>
  fc.oneof(
    fc.constantFrom('n1', 'n2').map((name) => () => void (stream.doc?.input.type === 'push' && stream.publish(name))),
    fc
      .constantFrom('n1', 'n2')
      .map((name) => () => void stream.take({ type: 'publisher_gone', name, reason: 'publisher_left' })),
    fc.integer({ min: 1, max: 8 }).map((count) => () => stream.flow(count)),
    fc.constant(() => void stream.fail()),
    fc.constant(
      () => void stream.take({ type: 'run_stalled', runId: stream.state.run?.id ?? '', why: stalled(false) }),
    ),
    fc.constant(() => void stream.take({ type: 'source_back' })),
    fc.integer({ min: 0, max: 200_000 }).map((ms) => () => stream.pass(ms)),
    fc.constantFrom<Room>('ok', 'low', 'full').map((room) => () => {
      stream.room = room;
      stream.take({ type: 'room' });
    }),
    fc
      .record({
        generation: fc.nat(2),
        disabled: fc.constantFrom('no', 'stream'),
        reconnectSeconds: fc.constantFrom(0, 30),
      })
      .map((change) => () => stream.change(stream.doc && { ...stream.doc, ...(change as Partial<LiveStream>) })),
  );

test.each([pushStream('a'), pullStream('a', ['http://a.test/1.m3u8', 'http://b.test/2.m3u8'])])(
  'whatever happens, encoders, sessions and publishers are accounted for (%#)',
  (doc) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.array(fc.nat(), { maxLength: 60 }), (_, seeds) => {
        const stream = new PlayedStream(doc);
        const events = fc.sample(anyEvent(stream), { numRuns: seeds.length, seed: seeds[0] ?? 0 });
        for (const event of events) event();
        const { state, effects } = stream;
        const started = effects.flatMap((effect) => (effect.type === 'start' ? [effect.runId] : []));
        const stopped = new Set(effects.flatMap((effect) => (effect.type === 'stop' ? [effect.runId] : [])));
        // What runs is one at most, and what was started and is not it was stopped or ended by itself.
        expect(new Set(started).size).toBe(started.length);
        if (state.run !== null) expect(stopped.has(state.run.id)).toBe(false);
        // A publisher has a session, and whoever is idle has nothing.
        if (state.connection !== null) expect(state.session).not.toBeNull();
        if (state.phase === 'idle')
          expect(state).toMatchObject({ session: null, connection: null, run: null, retryAtMs: null });
        if (state.phase === 'live' || state.phase === 'reconnecting') expect(state.session).not.toBeNull();
        if (state.phase === 'reconnecting') expect(nextAtMs(state)).not.toBeNull();
        // Nobody waits for ever: a publisher has an encoder, or one is coming.
        if (state.connection !== null) expect(state.run !== null || state.retryAtMs !== null).toBe(true);
        if (doc.input.type === 'pull' && stream.doc?.disabled === 'no' && stream.room !== 'full')
          expect(state.run !== null || state.retryAtMs !== null).toBe(true);
        const sessions = effects.flatMap((effect) => (effect.type === 'ended' ? [effect.session.id] : []));
        expect(new Set(sessions).size).toBe(sessions.length);
      }),
      { numRuns: 300 },
    );
  },
);
