import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const needed = {
  HEADWATER_CONTROL_URL: 'http://control',
  HEADWATER_NODE_FOLDER: '/tmp/node',
  HEADWATER_DOOR_PORT: '8090',
};

test('what is not said has a meaning: loopback, no ingest, three encoders a core', () => {
  const settings = readSettings(needed);
  expect(settings).toMatchObject({
    ingest: null,
    rtmpPort: null,
    door: { address: '127.0.0.1', url: 'http://127.0.0.1:8090' },
  });
  expect(settings.mostEncoders).toBeGreaterThanOrEqual(3);
  expect(readSettings({ ...needed, HEADWATER_LIVE_MOST_ENCODERS: '9' }).mostEncoders).toBe(9);
});

test.each([
  ['HEADWATER_DOOR_PORT', ''],
  ['HEADWATER_DOOR_PORT', 'eighty'],
  ['HEADWATER_RTMP_PORT', 'x'],
  ['HEADWATER_LIVE_MOST_ENCODERS', 'many'],
])('a slip in %s ("%s") is told at the start', (name, value) => {
  expect(() => readSettings({ ...needed, [name]: value })).toThrow(name);
});
