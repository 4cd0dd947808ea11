import { usualProfile } from '@headwater/contract/transcoding/profile';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { EnhancedPublisher } from './testing/enhanced-publisher.ts';
import { keyOf, pushStream } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a publisher of HEVC', { timeout: 60_000 }, () => {
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

  test.each([
    ['as it is', 'a', []],
    ['encoded', 'b', [rung]],
  ])('by enhanced RTMP, to a stream that goes out %s, is told that it is not taken in', async (_, id, rungs) => {
    await live.applied(control.put(`stream/${id}`, pushStream(id, { rungs })));
    const publisher = new EnhancedPublisher(live.rtmpPort);
    onTestFinished(() => publisher.stop());
    void publisher.publish(keyOf(id));
    await until(() => live.sessions(id).at(-1)?.state === 'ended', 'the end', 20_000);
    expect(live.sessions(id)).toMatchObject([
      {
        reason: 'unsupported_codec',
        detail: 'HEVC, AV1 or VP9 is sent, which is not taken in by RTMP here. Send H.264 with AAC.',
        agent: 'enhanced',
        media: { videoCodec: null },
      },
    ]);
    await publisher.ended;
  });
});
