import { expect, test } from 'vitest';
import {
  type Finding,
  lintBandwidth,
  lintDelta,
  lintMaster,
  lintMedia,
  lintPresentation,
  lintRefresh,
  lintRungs,
  lintSegment,
} from './index.ts';
import { parseMaster } from './parse.ts';

const rulesOf = (findings: readonly Finding[]): string[] => findings.map(({ rule }) => rule);

const master = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000
live/v0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=300000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000
live/v1.m3u8
`;

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** Numbers 10 to 17, two seconds each; 14 begins a discontinuity, half a minute later. */
function mediaOf({ from = 10, to = 17, rung = 'v0', tail = '', version = 6, head = '' } = {}): string {
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${version}`, '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${from}`];
  lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${from > 14 ? 4 : 3}`, '#EXT-X-INDEPENDENT-SEGMENTS');
  if (head) lines.push(head);
  for (let n = from; n <= to; n++) {
    if (n === 14) lines.push('#EXT-X-DISCONTINUITY');
    if (n === 14 || n === from) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${at(n * 2 + (n >= 14 ? 30 : 0))}`);
    lines.push('#EXTINF:2.00000,', `../s/${rung}/${n}.ts`);
  }
  return `${lines.join('\n')}\n${tail}`;
}
const media = mediaOf();

test('what is right is found right', () => {
  expect(lintMaster(master)).toEqual([]);
  expect(lintMedia(media)).toEqual([]);
  expect(lintRungs([media, mediaOf({ rung: 'v1' })])).toEqual([]);
  for (const [from, to] of [
    [10, 17],
    [12, 18],
    [14, 20],
    [15, 21],
  ]) {
    expect(lintRefresh(media, mediaOf({ from: from!, to: to! }))).toEqual([]);
  }
});

test.each<[string, (text: string) => string]>([
  ['header', (text) => text.slice(1)],
  ['version', (text) => text.replace('#EXT-X-VERSION:6\n', '')],
  ['no-variants', () => '#EXTM3U\n#EXT-X-VERSION:6\n'],
  ['mixed', (text) => `${text}#EXTINF:2,\n1.ts\n`],
  ['duplicate-uri', (text) => text.replace('v1.m3u8', 'v0.m3u8')],
  ['order', (text) => text.replace('640x360', '1920x1080')],
  ['uri', (text) => text.replace('live/v1.m3u8', '')],
  ['bandwidth', (text) => text.replace('BANDWIDTH=900000,', '')],
  ['average-bandwidth', (text) => text.replace('AVERAGE-BANDWIDTH=800000', 'AVERAGE-BANDWIDTH=900001')],
  ['codecs', (text) => text.replace(/CODECS="[^"]*",/, '')],
  ['codecs', (text) => text.replace('avc1.64001f', 'h264')],
  ['resolution', (text) => text.replace('RESOLUTION=1280x720,', '')],
  ['frame-rate', (text) => text.replace(',FRAME-RATE=25.000', '')],
  ['independent-segments', (text) => text.replace('#EXT-X-INDEPENDENT-SEGMENTS\n', '')],
])('a master playlist: %s is caught', (rule, plant) => {
  expect(rulesOf(lintMaster(plant(master)))).toContain(rule);
});

test.each<[string, (text: string) => string]>([
  ['header', (text) => `\n${text}`],
  ['characters', (text) => text.replace('10.ts', '10\u0007.ts')],
  ['unknown-tag', (text) => `${text}#EXT-X-NEWS\n`],
  ['duplicate-tag', (text) => text.replace('#EXT-X-VERSION:6', '#EXT-X-VERSION:6\n#EXT-X-VERSION:6')],
  ['version', (text) => text.replace('VERSION:6', 'VERSION:2')],
  ['version', (text) => text.replace('#EXT-X-IND', '#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-IND')],
  ['version', (text) => text.replace('#EXTINF', '#EXT-X-GAP\n#EXTINF')],
  ['mixed', (text) => `${text}#EXT-X-STREAM-INF:BANDWIDTH=1\nv0.m3u8\n`],
  ['target-duration', (text) => text.replace(/#EXT-X-TARGET.*\n/, '')],
  ['target-duration-exceeded', (text) => text.replace('EXTINF:2.00000', 'EXTINF:2.50000')],
  ['media-sequence', (text) => text.replace(/#EXT-X-MEDIA-SEQ.*\n/, '')],
  ['discontinuity-sequence', (text) => text.replace(/#EXT-X-DISCONTINUITY-SEQ.*\n/, '')],
  ['independent-segments', (text) => text.replace('#EXT-X-INDEPENDENT-SEGMENTS\n', '')],
  ['no-segments', (text) => text.slice(0, text.indexOf('#EXT-X-PROGRAM'))],
  ['playlist-type', (text) => text.replace('#EXT-X-IND', '#EXT-X-PLAYLIST-TYPE:LIVE\n#EXT-X-IND')],
  ['vod-endlist', (text) => text.replace('#EXT-X-IND', '#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-IND')],
  ['duplicate-uri', (text) => text.replace('/11.ts', '/10.ts')],
  ['extinf', (text) => text.replace('#EXTINF:2.00000,\n', '')],
  ['extinf', (text) => text.replace('#EXTINF:2.00000,', '#EXTINF:0.00000,')],
  ['uri', (text) => `${text}#EXTINF:2.00000,\n`],
  ['program-date-time', (text) => text.replace(/#EXT-X-PROGRAM.*\n/, '')],
  ['program-date-time', (text) => text.replace(/(DISCONTINUITY\n)#EXT-X-PROGRAM.*\n/, '$1')],
  ['program-date-time', (text) => text.replace('2026-01-01T', 'soon')],
  ['time-back', (text) => text.replace(at(58), at(20))],
  ['time-jump', (text) => text.replace('#EXT-X-DISCONTINUITY\n', '')],
  ['can-skip-until', (text) => text.replace('#EXT-X-IND', '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=11.9\n#EXT-X-IND')],
  ['skip', (text) => text.replace('#EXT-X-IND', '#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-IND')],
])('a media playlist: %s is caught', (rule, plant) => {
  expect(rulesOf(lintMedia(plant(media)))).toContain(rule);
});

test.each<[string, string, string]>([
  ['sequence-back', media, mediaOf({ from: 9 })],
  ['removed-at-end', media, mediaOf({ to: 16 })],
  ['renumbered', media, media.replace('/12.ts', '/99.ts')],
  ['changed', media, media.replace('EXTINF:2.00000', 'EXTINF:1.90000')],
  ['changed', media, media.replaceAll(at(20), at(20.3))],
  ['discontinuity-back', media, media.replace('DISCONTINUITY-SEQUENCE:3', 'DISCONTINUITY-SEQUENCE:2')],
  ['discontinuity-sequence', media, mediaOf({ from: 15, to: 20 }).replace('SEQUENCE:4', 'SEQUENCE:3')],
  ['discontinuity-sequence', media, mediaOf({ from: 18, to: 24 }).replace('SEQUENCE:4', 'SEQUENCE:3')],
  ['target-duration-changed', media, media.replace('TARGETDURATION:2', 'TARGETDURATION:4')],
  ['playlist-type', media, mediaOf({ head: '#EXT-X-PLAYLIST-TYPE:EVENT' })],
  ['refresh-gap', media, mediaOf({ from: 20, to: 26 })],
  ['window-too-short', media, mediaOf({ from: 16, to: 17 })],
  ['ended-goes-on', mediaOf({ tail: '#EXT-X-ENDLIST\n' }), mediaOf({ from: 12, to: 19 })],
  ['endlist-gone', mediaOf({ tail: '#EXT-X-ENDLIST\n' }), media],
])('from one look to the next: %s is caught', (rule, before, after) => {
  expect(rulesOf(lintRefresh(before, after))).toContain(rule);
});

test.each<[string, string]>([
  ['rungs-target-duration', media.replace('TARGETDURATION:2', 'TARGETDURATION:4')],
  ['rungs-endlist', mediaOf({ tail: '#EXT-X-ENDLIST\n' })],
  ['rungs-apart', mediaOf({ from: 12, to: 19 })],
  ['rungs-discontinuity', media.replace('DISCONTINUITY-SEQUENCE:3', 'DISCONTINUITY-SEQUENCE:4')],
  ['rungs-time', media.replaceAll(at(20), at(21))],
  ['rungs-duration', media.replace('EXTINF:2.00000', 'EXTINF:1.00000')],
])('of rungs that should be aligned: %s is caught', (rule, other) => {
  expect(rulesOf(lintRungs([media, other]))).toContain(rule);
});

const delta = (() => {
  const whole = mediaOf({
    from: 10,
    version: 9,
    head: '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2',
  });
  return whole
    .replace('#EXTINF:2.00000,\n../s/v0/10.ts\n#EXTINF:2.00000,\n../s/v0/11.ts\n', '')
    .replace(at(20), at(24));
})();

test('a delta that resolves to the whole playlist is right, any other is caught', () => {
  expect(lintMedia(delta)).toEqual([]);
  expect(lintDelta(media, delta)).toEqual([]);
  for (const [from, to] of [
    ['SKIPPED-SEGMENTS=2', 'SKIPPED-SEGMENTS=3'],
    ['SKIPPED-SEGMENTS=2', 'SKIPPED-SEGMENTS=99'],
    ['/15.ts', '/16.ts'],
    ['#EXT-X-DISCONTINUITY\n', ''],
    ['MEDIA-SEQUENCE:10', 'MEDIA-SEQUENCE:9'],
    [at(24), at(25)],
  ]) {
    expect(rulesOf(lintDelta(media, delta.replace(from!, to!)))).toContain('delta');
  }
  expect(rulesOf(lintMedia(delta.replace('CAN-SKIP-UNTIL=12', 'CAN-SKIP-UNTIL=14')))).toContain('skip');
});

const [variant] = parseMaster(master).variants;

test('no run of segments may need more than was promised, while it is live than a quarter more', () => {
  const sizeOf = (large: number) => (uri: string) => (uri.endsWith('/12.ts') ? large : 200_000);
  const ended = mediaOf({ tail: '#EXT-X-ENDLIST\n' });
  expect(lintBandwidth(variant!, ended, sizeOf(225_000))).toEqual([]);
  expect(rulesOf(lintBandwidth(variant!, ended, sizeOf(226_000)))).toEqual(['bandwidth-exceeded']);
  expect(lintBandwidth(variant!, media, sizeOf(281_000))).toEqual([]);
  expect(rulesOf(lintBandwidth(variant!, media, sizeOf(282_000)))).toEqual(['bandwidth-exceeded']);
});

test('a segment must be what its playlists say', () => {
  const right = {
    startsWithKeyFrame: true,
    durationSeconds: 2,
    codecs: 'avc1.64001f,mp4a.40.2',
    width: 1280,
    height: 720,
  };
  const said = { line: 1, uri: 'a.ts', durationSeconds: 2 };
  expect(lintSegment(right, said, variant!)).toEqual([]);
  expect(rulesOf(lintSegment({ ...right, startsWithKeyFrame: false }, said, variant!))).toEqual(['not-independent']);
  expect(rulesOf(lintSegment({ ...right, durationSeconds: 1.5 }, said, variant!))).toEqual(['wrong-duration']);
  expect(rulesOf(lintSegment({ ...right, codecs: 'hvc1.1' }, said, variant!))).toEqual(['wrong-codecs']);
  expect(rulesOf(lintSegment({ ...right, width: 640 }, said, variant!))).toEqual(['wrong-resolution']);
});

test('a presentation is looked at as a whole: every playlist, delta, segment, and what it was before', async () => {
  const one = mediaOf({ head: '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12' });
  const files = new Map([
    ['/index.m3u8', master],
    ['/live/v0.m3u8', one],
    ['/live/v0.m3u8?_HLS_skip=YES', delta],
    ['/live/v1.m3u8', mediaOf({ rung: 'v1' })],
  ]);
  for (const rung of ['v0', 'v1']) for (let n = 10; n < 18; n++) files.set(`/s/${rung}/${n}.ts`, 'x');
  const fetch = async (url: string): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const text = files.get(pathname + search);
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  };
  const url = 'http://door.test/index.m3u8';
  const before = await lintPresentation({ fetch, url });
  expect(before.findings).toEqual([]);
  files.set('/live/v0.m3u8', one.replace('/12.ts', '/99.ts'));
  files.delete('/s/v1/13.ts');
  const scan = () => ({ startsWithKeyFrame: false, durationSeconds: null, codecs: null, width: null, height: null });
  const { findings } = await lintPresentation({ fetch, url, before, scan });
  expect(new Set(rulesOf(findings))).toEqual(new Set(['renumbered', 'segment-missing', 'delta', 'not-independent']));
  files.delete('/live/v1.m3u8');
  expect(rulesOf((await lintPresentation({ fetch, url, skipSegments: true })).findings)).toContain('status');
});
