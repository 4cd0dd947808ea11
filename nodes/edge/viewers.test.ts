import { expect, test } from 'vitest';
import { logLine } from './testing/log-line.ts';
import { UsageMinutes } from './usage-minutes.ts';
import { Viewers } from './viewers.ts';

const playlist = { uri: '/news/v0.m3u8?x' };

/** The viewers that one batch of lines reports, by zone and minute. */
function report(viewers: Viewers, lines: string[]): number[] {
  const minutes = new UsageMinutes(viewers);
  for (const line of lines) minutes.add(line);
  return minutes.result().map((minute) => minute.viewers ?? -1);
}

test('a viewer is an address with a user agent that got a playlist', () => {
  const lines = [
    logLine(playlist),
    logLine(playlist),
    logLine({ ...playlist, status: 304 }),
    logLine({ ...playlist, ip: '192.0.2.2' }),
    logLine({ ...playlist, agent: 'VLC' }),
    logLine({ ...playlist, ip: '192.0.2.3', status: 403 }),
    logLine({ ...playlist, ip: '192.0.2.4', status: 302 }),
    logLine({ uri: '/news/s/v0/1.ts', ip: '192.0.2.5' }),
    logLine({ ...playlist, zone: 'z2' }),
  ];
  expect(report(new Viewers(), lines)).toEqual([3, 1]);
});

test('batches of one minute sum up to its viewers', () => {
  const viewers = new Viewers();
  const lines = Array.from({ length: 90 }, (_, at) => logLine({ ...playlist, ip: `192.0.2.${at % 7}` }));
  let sum = 0;
  for (let at = 0; at < lines.length; at += 4) {
    sum += report(viewers, lines.slice(at, at + 4))[0] ?? 0;
    viewers.keep();
  }
  expect(sum).toBe(7);
});

test('the next minute counts everybody again', () => {
  const viewers = new Viewers();
  for (let minute = 0; minute < 10; minute++) {
    expect(report(viewers, [logLine({ ...playlist, time: 1_790_000_000 + 60 * minute })])).toEqual([1]);
    viewers.keep();
  }
});

test('a clock that is set back costs no room', () => {
  const viewers = new Viewers();
  for (const minute of [1, 50_000_000, 2, 3, 4]) {
    for (let at = 0; at < 50_000; at++) viewers.note('a', minute, String(at), '');
    viewers.keep();
  }
  expect(viewers.note('b', 4, '', '')).toBe(true);
});

test('a batch that was not written counts its viewers again', () => {
  const viewers = new Viewers();
  expect(report(viewers, [logLine(playlist)])).toEqual([1]);
  viewers.keep();
  const batch = [logLine(playlist), logLine({ ...playlist, ip: '192.0.2.2' })];
  for (let tries = 0; tries < 3; tries++) {
    viewers.undo();
    expect(report(viewers, batch)).toEqual([1]);
  }
  viewers.keep();
  viewers.undo();
  expect(report(viewers, batch)).toEqual([0]);
});

test('a minute is counted up to 50,000 viewers, all of them up to 200,000, and room comes back with time', () => {
  const viewers = new Viewers();
  const count = (zone: string, minute: number) => {
    let counted = 0;
    for (let at = 0; at < 60_000; at++) counted += viewers.note(zone, minute, String(at), '') ? 1 : 0;
    viewers.keep();
    return counted;
  };
  expect(['a', 'b', 'c', 'd', 'e'].map((zone) => count(zone, 1))).toEqual([50_000, 50_000, 50_000, 50_000, 0]);
  expect(viewers.note('a', 9, '', '')).toBe(false);
  viewers.keep();
  expect(count('a', 9)).toBe(50_000);
});

test('segments of a stream stand in the list of paths by the folder of their rung, and never push others out', () => {
  const minutes = new UsageMinutes();
  for (let n = 0; n < 300; n++) minutes.add(logLine({ uri: `/news/s/v${n % 2}/${n}.ts` }));
  minutes.add(logLine({ uri: '/news/index.m3u8' }));
  minutes.add(logLine({ uri: '/films/part12.ts' }));
  expect(minutes.result()[0]?.paths).toEqual([
    ['/news/s/v0/', 150, 15_000],
    ['/news/s/v1/', 150, 15_000],
    ['/news/index.m3u8', 1, 100],
    ['/films/part12.ts', 1, 100],
  ]);
});
