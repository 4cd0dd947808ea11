import { healthExample, streamExample } from '@headwater/contract/streams/examples';
import { Stream, StreamHealth } from '@headwater/contract/streams/schema';
import { expect, test } from 'vitest';
import { healthLook, healthRows, seriesOf } from './health-series.ts';
import { healthTiles } from './health-tiles.ts';
import { ffmpegCommand, secretsOf } from './set-up.ts';

const now = Date.parse('2026-11-21T10:00:05.000Z');

test('the last hour keeps its length: where nothing came in there is a gap', () => {
  const point = { at: '2026-11-21T09:59:50.000Z', bitrateKbps: 2500, fps: 25, keyframeSeconds: 2, droppedFrames: 0 };
  const rows = healthRows({ points: [point], viewers: [] }, 'bitrate', now);
  expect(rows).toHaveLength(360);
  expect(rows.at(-1)).toEqual({ at: '2026-11-21T10:00:00.000Z', value: null });
  expect(rows.at(-2)).toEqual({ at: point.at, value: 2500 });
  expect(rows[0]).toEqual({ at: '2026-11-21T09:00:10.000Z', value: null });
});

test('viewers are counted by the minute', () => {
  const viewers = [{ at: '2026-11-21T09:59:00.000Z', viewers: 7 }];
  const rows = healthRows({ points: [], viewers }, 'viewers', now);
  expect(rows).toHaveLength(60);
  expect(rows.find(({ value }) => value === 7)?.at).toBe('2026-11-21T09:59:00.000Z');
});

test('the unit of bitrates stands in the legend, that of key frames at the axis', () => {
  expect(seriesOf('bitrate')).toMatchObject([{ label: 'Bitrate', unit: 'kbit/s' }]);
  expect(healthLook('keyframe').short(2)).toBe('2 s');
});

test('of a stream that is transcoded, key frames are told as what goes out; their publisher is advised nothing', () => {
  const stream = Stream.parse(streamExample);
  const health = StreamHealth.parse(healthExample);
  const keyFrames = (of: Stream) => healthTiles(of, health).find(({ label }) => label === 'Key frames');
  expect(keyFrames(stream)).toMatchObject({ value: '2 s', note: 'apart; 2 s is best' });
  const transcode = { enabled: true, profileIds: ['p1'], filterId: null };
  const transcoded = { ...stream, settings: { ...stream.settings, transcode } };
  expect(keyFrames(transcoded)).toMatchObject({ value: '2 s', note: 'apart, in what goes out' });
});

const url = 'rtmp://live.test:1935/live';
const rtmpauth = { enabled: true, username: 'anna', password: 's~cret.1' };

test('the command sends key, user name and password as one address that a shell leaves alone', () => {
  expect(ffmpegCommand(url, { key: 'abc_def', rtmpauth })).toContain(
    '-f flv "rtmp://live.test:1935/live/abc_def?user=anna&password=s~cret.1"',
  );
  const off = { ...rtmpauth, enabled: false };
  expect(ffmpegCommand(url, { key: 'k', rtmpauth: off })).toContain('"rtmp://live.test:1935/live/k"');
});

test('a password is hidden as long as the key is, and both are copied as they are', () => {
  const hidden = secretsOf('abc_def', rtmpauth, false);
  expect(ffmpegCommand(url, hidden.seen)).toContain('/STREAM-KEY?user=anna&password=PASSWORD"');
  expect(ffmpegCommand(url, hidden.real)).toContain('/abc_def?user=anna&password=s~cret.1"');
  expect(secretsOf('abc_def', rtmpauth, true).seen).toEqual(hidden.real);
  expect(secretsOf(null, { ...rtmpauth, password: '' }, true).real).toEqual(hidden.seen);
});
