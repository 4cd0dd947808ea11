import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { StreamSession } from '@headwater/contract/streams/schema';
import { expect, test } from 'vitest';
import { lastEnd, lastRefusal } from './last-refusal.ts';

const session = (state: StreamSession['state'], reason: StreamSession['reason']) =>
  ({ state, reason }) as StreamSession;
const mp3 = session('ended', 'unsupported_codec');
const left = session('ended', 'publisher_left');
const guessed = session('refused', 'wrong_key');
const second = session('refused', 'already_live');

test('a stream that waits says why the last publisher was turned away', () => {
  expect(lastRefusal('idle', [mp3, left])).toBe(mp3);
  expect(lastRefusal('idle', [guessed, left])).toBe(guessed);
});

test('a refusal is not held against who came after it, nor shown while somebody is live', () => {
  expect(lastRefusal('idle', [left, mp3])).toBeNull();
  expect(lastRefusal('live', [guessed, session('live', null)])).toBeNull();
  expect(lastRefusal('idle', [second, left])).toBeNull();
  expect(lastRefusal('idle', [])).toBeNull();
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
