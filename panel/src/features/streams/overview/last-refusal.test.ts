import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { StreamSession } from '@headwater/contract/streams/schema';
import { expect, test } from 'vitest';
import { lastEnd, lastRefusal } from './last-refusal.ts';

/** @param endedAt minutes past twelve. */
const session = (state: StreamSession['state'], reason: StreamSession['reason'], endedAt = 0) =>
  ({ state, reason, startedAt: '2026-11-22T12:00:00Z', endedAt: `2026-11-22T12:0${endedAt}:00Z` }) as StreamSession;
const mp3 = session('ended', 'unsupported_codec', 1);
const left = session('ended', 'publisher_left');
const guessed = session('refused', 'wrong_key', 1);
const second = session('refused', 'already_live');

test('a stream that waits says why the last publisher was turned away', () => {
  expect(lastRefusal('idle', [mp3, left])).toBe(mp3);
  expect(lastRefusal('idle', [guessed, left])).toBe(guessed);
});

test('a refusal is not held against who came after it, nor shown while somebody is live', () => {
  expect(lastRefusal('idle', [session('ended', 'publisher_left', 2), mp3])).toBeNull();
  expect(lastRefusal('idle', [guessed, session('ended', 'publisher_left', 9)])).toBeNull();
  expect(lastRefusal('live', [guessed, session('live', null)])).toBeNull();
  expect(lastRefusal('idle', [second, left])).toBeNull();
  expect(lastRefusal('idle', [])).toBeNull();
});

test('that the stream was disabled is no reason any more once it is enabled', () => {
  expect(lastRefusal('idle', [session('refused', 'stream_disabled', 2), left])).toBeNull();
  expect(lastRefusal('idle', [session('refused', 'stream_disabled', 2), guessed])).toBe(guessed);
});

test('an encoder that is started again and again is shown with its last line, one that is not is not', () => {
  const live = (state: LiveState['state'], process: 'waiting' | 'stopped') => ({
    state,
    processes: [{ state: process, reason: 'Invalid PNG' } as LiveState['processes'][number]],
  });
  expect(lastEnd(live('failing', 'waiting'))).toBe('Invalid PNG');
  expect(lastEnd(live('failing', 'stopped'))).toBeNull();
  expect(lastEnd(live('live', 'waiting'))).toBeNull();
});
