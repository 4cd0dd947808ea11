import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { makeMp4 } from '@headwater/engines/ffmpeg/testing';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { pullStream, pushStream, smallRung } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';
import { SourceServer } from './testing/source-server.ts';

let control: FakeControlPlane;
let live: RealLive;
let source: SourceServer;

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a pulled stream', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    source = await new SourceServer().start();
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    live.environment.HEADWATER_ALLOW_PRIVATE_ORIGINS = '1';
    await live.startAll();
  }, 90_000);
  afterAll(async () => {
    await live.remove();
    await control.stop();
    await source.stop();
    expect(control.violations).toEqual([]);
  });

  const plays = async (id: string, from = -1, segments = 2) =>
    await until(async () => (await live.lastSequence(id)) >= from + segments, `segments of ${id}`);

  test('plays an HLS source and an MP4 file by themselves, and stops when it is deleted', async () => {
    control.put('stream/a', pullStream('a', [source.url('/live/index.m3u8?token=hidden')]));
    control.put('stream/b', pullStream('b', [source.url('/video.mp4')]));
    // Longer than either source is until it begins anew.
    await Promise.all([plays('a', -1, 5), plays('b', -1, 5)]);
    expect((await live.lint('a', 'rewind.m3u8')).findings).toEqual([]);
    expect((await live.lint('b', 'rewind.m3u8')).findings).toEqual([]);
    expect(live.sessions('a')).toMatchObject([{ kind: 'pull', state: 'live', from: source.url('/live/index.m3u8') }]);
    expect(live.state('b')).toMatchObject({ state: 'live', processes: [{ name: 'pull', state: 'running' }] });
    control.put('stream/a', null);
    control.put('stream/b', null);
    await until(async () => (await live.encoders()).length === 0, 'no encoders');
    await until(() => live.sessions('a').at(-1)?.reason === 'deleted', 'the end to be told of');
    expect(live.said + JSON.stringify(control.liveReports)).not.toContain('hidden');
  });

  test('says of a file and of a playlist that came to their end that they did', async () => {
    const video = await fetch(source.url('/video.mp4')).then((answer) => answer.arrayBuffer());
    // From a server that does not give parts of files it cannot be looped.
    source.pages.set('/whole.mp4', { headers: { 'content-type': 'video/mp4' }, body: Buffer.from(video) });
    for (const [id, path] of [
      ['v1', '/whole.mp4'],
      ['v2', '/vod/index.m3u8'],
    ] as const)
      control.put(`stream/${id}`, pullStream(id, [source.url(path)]));
    for (const id of ['v1', 'v2']) {
      const why = () => live.state(id)?.processes[0]?.reason;
      await until(() => why() === 'The source came to its end, and is fetched anew.', `the end of ${id}`);
      await live.phase(id, 'live');
      control.put(`stream/${id}`, null);
    }
    expect(JSON.stringify(control.liveReports)).not.toContain('.invalid');
  });

  test('says of a live playlist that points at what is not fetched why nothing comes of it', async () => {
    const body = source.playlist(['file:///etc/passwd']).replace('#EXT-X-ENDLIST\n', '');
    source.pages.set('/lost.m3u8', { body });
    control.put('stream/l', pullStream('l', [source.url('/lost.m3u8')]));
    await live.phase('l', 'failing');
    const detail = 'The playlist points to an address that begins with file:, not http: or https:';
    expect(live.sessions('l').at(-1)).toMatchObject({ state: 'refused', reason: 'source_forbidden', detail });
    expect(live.state('l')?.processes[0]).toMatchObject({ reason: detail });
    control.put('stream/l', null);
  });

  test('falls over to the next source with its session, and each failure is told of', async () => {
    const sources = [source.url('/missing/index.m3u8'), source.url('/video.mp4')];
    control.put('stream/c', pullStream('c', sources));
    await live.phase('c', 'live');
    const refused = live.sessions('c').find(({ state }) => state === 'refused');
    expect(refused).toMatchObject({ kind: 'pull', reason: 'source_unreachable', from: sources[0] });
    expect(refused?.detail).toContain('404');
    expect(live.sessions('c').at(-1)).toMatchObject({ state: 'live', from: sources[1] });
    control.put('stream/c', null);
  });

  test('is back at its first source in the same session when the second one ends', async () => {
    const video = await fetch(source.url('/video.mp4')).then((answer) => answer.arrayBuffer());
    const page = { headers: { 'content-type': 'video/mp4' }, body: Buffer.from(video) };
    source.pages.set('/second.mp4', page);
    const sources = [source.url('/first.mp4'), source.url('/second.mp4')];
    control.put('stream/g', pullStream('g', sources));
    await live.phase('g', 'live');
    source.pages.set('/first.mp4', page);
    const newest = () => live.sessions('g').at(-1);
    await until(() => newest()?.from === sources[0] && newest()?.state === 'live', 'the first source to be on air');
    expect(live.sessions('g')).toMatchObject([{ state: 'refused', from: sources[0] }, { kind: 'pull' }]);
    control.put('stream/g', null);
  });

  test('of a codec that players do not play is refused with its name, and the next source is tried', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hevc-'));
    const file = join(folder, 'hevc.mp4');
    await makeMp4(file, { seconds: 6, videoEncoder: 'libx265' });
    source.pages.set('/hevc.mp4', { headers: { 'content-type': 'video/mp4' }, body: await readFile(file) });
    await rm(folder, { recursive: true });
    control.put('stream/h', pullStream('h', [source.url('/hevc.mp4'), source.url('/video.mp4')]));
    await live.phase('h', 'live');
    expect(live.sessions('h')).toMatchObject([
      { state: 'refused', reason: 'unsupported_codec', detail: expect.stringMatching(/^hevc is sent/i) },
      { state: 'live', from: source.url('/video.mp4') },
    ]);
    control.put('stream/h', null);
  });

  test('never fetches from our own programs', async () => {
    control.put('stream/d', pullStream('d', [`http://127.0.0.1:${live.doorPort}/path-x/index.m3u8`]));
    await live.phase('d', 'failing');
    expect(live.sessions('d').at(-1)).toMatchObject({ state: 'refused', reason: 'source_forbidden' });
    control.put('stream/d', null);
  });

  test('waits while as many streams of its service are live as it allows', async () => {
    const quota = { group: 'one', streamsAtOnce: 1 };
    control.put('stream/q1', pullStream('q1', [source.url('/video.mp4')], { quota }));
    await live.phase('q1', 'live');
    control.put('stream/q2', pullStream('q2', [source.url('/video.mp4')], { quota }));
    await live.phase('q2', 'failing');
    expect(live.sessions('q2')).toMatchObject([{ kind: 'pull', state: 'refused', reason: 'over_quota' }]);
    expect(await live.encodersOf('q2')).toEqual([]);
    control.put('stream/q1', null);
    await live.phase('q2', 'live');
    control.put('stream/q2', null);
  });

  test('goes on when its encoder is killed, and when the agent is', async () => {
    await live.applied(control.put('stream/e', pullStream('e', [source.url('/video.mp4')], { reconnectSeconds: 60 })));
    await plays('e');
    const [pid = 0] = await live.encodersOf('e');
    process.kill(pid, 'SIGKILL');
    await plays('e', await live.lastSequence('e'));
    await live.end('agent');
    live.start('agent');
    await live.serving();
    await plays('e', await live.lastSequence('e'));
    expect(live.sessions('e').filter(({ state }) => state !== 'refused')).toHaveLength(1);
    expect(await live.encodersOf('e')).toHaveLength(1);
    control.put('stream/e', null);
  });

  test('a ladder has its rungs aligned, and a change of it goes on in the same session', async () => {
    const rungs = [smallRung, { ...smallRung, name: 's', rate: { mode: 'bitrate' as const, kbps: 150 } }];
    await live.applied(control.put('stream/f', pushStream('f', { rungs })));
    const publisher = live.publish('f', { seconds: 300 });
    await plays('f', -1, 3);
    const master = (await live.playlist('f', 'index.m3u8')) ?? '';
    expect(master.match(/#EXT-X-STREAM-INF/g)).toHaveLength(2);
    await until(() => live.state('f')?.health?.keyframeSeconds != null, 'two key frames to be told of');
    expect(live.state('f')?.health).toMatchObject({
      keyframeSeconds: expect.closeTo(smallRung.gopSeconds, 1),
      media: { videoCodec: 'h264', width: 320 },
    });
    const warnings = () => live.state('f')?.warnings ?? [];
    await until(() => warnings().length > 0, 'the warning');
    const message = 'What comes in is 320 × 180, and is never enlarged: r, s will be no larger than that.';
    expect(warnings()).toEqual([{ code: 'never_enlarged', message }]);
    control.put('stream/f', pushStream('f'));
    const before = await live.lint('f', 'index.m3u8');
    expect(before.findings).toEqual([]);
    await until(async () => (await live.media('f')).includes('#EXT-X-DISCONTINUITY\n'), 'the change');
    // Segments of a copy are longer than those of this ladder: said as a warning.
    const after = await live.lint('f', 'index.m3u8', before);
    expect(after.findings.map(({ rule }) => rule)).toEqual(['target-duration-changed']);
    expect((await live.lint('f', 'rewind.m3u8')).findings).toEqual([]);
    expect(live.sessions('f')).toMatchObject([{ state: 'live', reconnects: 0 }]);
    await publisher.stop();
  });
});
