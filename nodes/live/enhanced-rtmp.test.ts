import { usualProfile } from '@headwater/contract/transcoding/profile';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { EnhancedPublisher, type Sends } from './testing/enhanced-publisher.ts';
import { keyOf, pushStream } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a publisher', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    await live.startAll();
  }, 30_000);
  afterAll(async () => {
    await live.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  const rung = { ...usualProfile, name: 'r', size: '240p', rate: { mode: 'bitrate', kbps: 300 } } as const;

  const hevc: Sends = { codec: 'hvc1', key: 'frames', other: 'framesWithoutTime' };
  test.each<[string, string, string, Sends, (typeof rung)[]]>([
    ['HEVC', 'as it is', 'a', hevc, []],
    ['HEVC', 'encoded', 'b', hevc, [rung]],
    ['H.264', 'as it is', 'c', { ...hevc, codec: 'avc1' }, []],
    ['colours', 'as it is', 'd', { ...hevc, key: 'colours', other: 'colours' }, []],
    ['several tracks', 'encoded', 'e', { ...hevc, key: 'tracks', other: 'tracks' }, [rung]],
  ])(
    'of %s by enhanced RTMP, to a stream that goes out %s, is told that it is not taken in',
    async (_, __, id, sends, rungs) => {
      await live.applied(control.put(`stream/${id}`, pushStream(id, { rungs })));
      const publisher = new EnhancedPublisher(live.rtmpPort);
      onTestFinished(() => publisher.stop());
      void publisher.publish(keyOf(id), sends);
      await until(() => live.sessions(id).at(-1)?.state === 'ended', 'the end', 20_000);
      expect(live.sessions(id)).toMatchObject([
        {
          reason: 'unsupported_codec',
          detail:
            'The picture comes by enhanced RTMP, as HEVC, AV1 and VP9 do, which is not taken in here. Send H.264 with AAC by plain RTMP.',
          agent: 'enhanced',
          media: { videoCodec: null },
        },
      ]);
      await publisher.ended;
      await live.phase(id, 'idle', 5000);
    },
  );
});
