import { usualProfile } from '@headwater/contract/transcoding/profile';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { keyOf, pushStream } from './testing/live-document.ts';
import { type Enhanced, type Plain, RawPublisher, type Sends } from './testing/raw-publisher.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;
const publishers: RawPublisher[] = [];

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a publisher', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    await live.startAll();
  }, 90_000);
  afterAll(async () => {
    for (const publisher of publishers) publisher.stop();
    await live.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  const rung = { ...usualProfile, name: 'r', size: '240p', rate: { mode: 'bitrate', kbps: 300 } } as const;

  /** Publishes until it is turned away; answers how the stream's only session ended. */
  async function turnedAway(id: string, rungs: (typeof rung)[], sends: Sends) {
    await live.applied(control.put(`stream/${id}`, pushStream(id, { rungs })));
    const publisher = new RawPublisher(live.rtmpPort);
    publishers.push(publisher);
    void publisher.publish(keyOf(id), sends);
    await until(() => live.sessions(id).at(-1)?.state === 'ended', 'the end');
    await publisher.ended;
    await live.phase(id, 'idle');
    const [session, ...others] = live.sessions(id);
    expect(others).toEqual([]);
    return session;
  }

  const hevc: Enhanced = { codec: 'hvc1', key: 'frames', other: 'framesWithoutTime' };
  test.each<[string, string, string, Enhanced, (typeof rung)[]]>([
    ['HEVC', 'as it is', 'a', hevc, []],
    ['HEVC', 'encoded', 'b', hevc, [rung]],
    ['H.264', 'as it is', 'c', { ...hevc, codec: 'avc1' }, []],
    ['colours', 'as it is', 'd', { ...hevc, key: 'colours', other: 'colours' }, []],
    ['several tracks', 'encoded', 'e', { ...hevc, key: 'tracks', other: 'tracks' }, [rung]],
  ])('of %s by enhanced RTMP, to a stream that goes out %s, is told that it is not taken in', async (...given) => {
    const [, , id, sends, rungs] = given;
    expect(await turnedAway(id, rungs, sends)).toMatchObject({
      reason: 'unsupported_codec',
      detail:
        'The picture comes by enhanced RTMP, as HEVC, AV1 and VP9 do, which is not taken in here. Send H.264 with AAC by plain RTMP.',
      agent: 'raw',
      media: { videoCodec: null },
    });
  });

  const numbered: Plain = { codec: 12, isAnnounced: true, hasKeyFrames: true };
  test.each<[string, string, string, Plain, (typeof rung)[]]>([
    ['HEVC', 'as it is', 'f', numbered, []],
    ['HEVC that is not announced', 'encoded', 'g', { ...numbered, isAnnounced: false }, [rung]],
    ['AV1', 'as it is', 'h', { ...numbered, codec: 13 }, []],
  ])('of %s by plain RTMP, to a stream that goes out %s, is told so', async (...given) => {
    const [, , id, sends, rungs] = given;
    expect(await turnedAway(id, rungs, sends)).toMatchObject({
      reason: 'unsupported_codec',
      detail:
        'The picture is in a codec that plain RTMP has no name for, such as HEVC, AV1 or VP9, which is not taken in here. Send H.264 with AAC.',
    });
  });

  test.concurrent.each<[string, string, (typeof rung)[]]>([
    ['as it is', 'i', []],
    ['encoded', 'j', [rung]],
  ])('that sends no key frame, to a stream that goes out %s, is told so after 15 seconds', async (_, id, rungs) => {
    const sends: Plain = { codec: 7, isAnnounced: true, hasKeyFrames: false };
    expect(await turnedAway(id, rungs, sends)).toMatchObject({
      reason: 'no_key_frames',
      detail: 'No key frame has come for 15 seconds. Set the key frame interval to 2 seconds.',
      reconnects: 0,
    });
  });
});
