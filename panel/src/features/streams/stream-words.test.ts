import type { Stream } from '@headwater/contract/streams/schema';
import { expect, test } from 'vitest';
import { streamWords } from './stream-words.ts';

const since = '2026-11-21T09:30:00.000Z';
const shown = (change: object, live: Partial<Stream['live']> = {}) =>
  streamWords({
    status: 0,
    input: 'push',
    deletedAt: null,
    deployment: { state: 'live', nodes: 1, appliedNodes: 1, latencyMs: 20, away: [], changedAt: since },
    live: {
      away: false,
      state: 'idle',
      since: null,
      playable: false,
      sessionId: null,
      bitrateKbps: null,
      viewers: 0,
      warnings: 0,
      ...live,
    },
    ...change,
  } as unknown as Stream);

test('a live stream says what comes in and since when', () => {
  const words = shown({}, { state: 'live', since, bitrateKbps: 2480, warnings: 2 });
  expect(words).toEqual({ tone: 'live', word: 'Live', details: ['2,480 kbit/s', '2 warnings'], at: since });
});

test('a stream that waits says for what', () => {
  expect(shown({}).word).toBe('Waiting for a publisher');
  expect(shown({ input: 'pull' }).word).toBe('Waiting for the source');
  expect(shown({}, { state: 'reconnecting', since }).word).toBe('Reconnecting');
  expect(shown({}, { state: 'failing', since }).tone).toBe('failed');
});

test('what a live server that is away said last is not shown as true now', () => {
  const words = shown({}, { away: true, state: 'live', since, bitrateKbps: 2480 });
  expect(words).toMatchObject({ word: 'Live server is away', details: ['it was live when last heard of'], at: null });
});

test('what was deleted or disabled is never shown as live', () => {
  expect(shown({ status: 1 }, { state: 'live', since }).word).toBe('Disabled');
  expect(shown({ deletedAt: since }, { state: 'live', since }).word).toBe('Deleted');
});

test('a stream that the live server refused or has not heard of is not said to wait for publishers', () => {
  const deployment = { state: 'failed', nodes: 1, appliedNodes: 1, latencyMs: null, away: [], changedAt: since };
  expect(shown({ deployment: { ...deployment, reason: 'no room' } })).toMatchObject({
    word: 'Failed',
    details: ['no room'],
  });
  expect(shown({ deployment: { ...deployment, state: 'pending' } }).word).toBe('Preparing');
});
