import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { pushStream } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a real live node', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
  });
  afterEach(async () => {
    await live.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  test('what is published can be played, and is told of until it ends', { timeout: 60_000 }, async () => {
    await live.startAll();
    await live.applied(control.put('stream/a', pushStream('a', { reconnectSeconds: 1 })));
    const publisher = live.publish('a');
    await live.phase('a', 'live');
    await until(async () => (await live.media('a')).includes('#EXTINF'), 'a segment in the playlist', 15_000);
    expect(live.sessions('a')).toMatchObject([{ state: 'live', kind: 'publish', from: '127.0.0.1' }]);
    await publisher.stop();
    await live.phase('a', 'idle');
    expect(live.sessions('a')).toMatchObject([{ state: 'ended', reason: 'publisher_left' }]);
    await until(async () => (await live.media('a')).includes('#EXT-X-ENDLIST'), 'the end in the playlist');
    expect(await live.encoders()).toEqual([]);
  });
});
