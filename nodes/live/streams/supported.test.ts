import type { RtmpSession } from '@headwater/engines/nginx-rtmp';
import { expect, test } from 'vitest';
import { whyNotPlayed } from './supported.ts';

const picture = { codec: 'H264', width: 1280, height: 720, fps: 25, profile: null, level: null };
const sound = { codec: 'AAC', profile: null, channels: 2, hz: 48_000 };
const publisher = { connection: 1, address: '192.0.2.1', agent: '', uptimeMs: 20_000, sentMs: 20_000 };

/** For twenty seconds pictures and sound came, and were handed on to an encoder. */
const well: RtmpSession = {
  name: 'a',
  uptimeMs: 20_000,
  bytesIn: 5_000_000,
  bytesOut: 4_900_000,
  publisher,
  players: 1,
  playedMs: 20_000,
  video: picture,
  audio: sound,
};
const waiting: RtmpSession = { ...well, bytesOut: 0 };

test.each<[string, RtmpSession, string | null]>([
  ['what is handed on', well, null],
  ['what no encoder was ever given', waiting, 'No key frame has come for 15 seconds.'],
  ['what an encoder has not waited for for long', { ...waiting, playedMs: 14_000 }, null],
  ['what no encoder waits for', { ...waiting, players: 0, playedMs: 0 }, null],
  ['what an encoder waited for before it came', { ...waiting, publisher: { ...publisher, uptimeMs: 14_000 } }, null],
  ['what has hardly come', { ...waiting, bytesIn: 10_000 }, null],
  ['a picture without a name', { ...well, video: null }, 'such as HEVC'],
  ['sound alone', { ...waiting, video: null }, 'There is no picture'],
  ['sound whose picture may come', { ...waiting, video: null, publisher: { ...publisher, uptimeMs: 14_000 } }, null],
])('why %s cannot be played is told when it is known, not before', (_, session, words) => {
  for (const copies of [true, false])
    expect(whyNotPlayed(session, copies)?.detail ?? null).toEqual(words && expect.stringContaining(words));
});
