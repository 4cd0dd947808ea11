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

  test('what is published can be played, and is told of until it ends', { timeout: 90_000 }, async () => {
    await live.startAll();
    await live.applied(control.put('stream/a', pushStream('a', { reconnectSeconds: 1 })));
    const publisher = live.publish('a');
    await live.phase('a', 'live');
    await until(async () => (await live.media('a')).includes('#EXTINF'), 'a segment in the playlist');
    expect(live.sessions('a')).toMatchObject([{ state: 'live', kind: 'publish', from: '127.0.0.1' }]);
    await publisher.stop();
    await live.phase('a', 'idle');
    expect(live.sessions('a')).toMatchObject([{ state: 'ended', reason: 'publisher_left' }]);
    await until(async () => (await live.media('a')).includes('#EXT-X-ENDLIST'), 'the end in the playlist');
    expect(await live.encoders()).toEqual([]);
  });

  test('an agent that is stopped takes its encoders with it, and the next one goes on with its sessions', {
    timeout: 90_000,
  }, async () => {
    await live.startAll();
    await live.applied(control.put('stream/a', pushStream('a')));
    live.publish('a', { seconds: 300 });
    await until(async () => (await live.lastSequence('a')) >= 1, 'segments');
    const startedMs = Date.now();
    await live.end('agent', 'SIGTERM');
    // Whoever stops it grants it eight seconds.
    expect(Date.now() - startedMs).toBeLessThan(8000);
    await until(async () => (await live.encoders()).length === 0, 'no encoders');
    live.start('agent');
    await live.serving();
    const before = await live.lastSequence('a');
    await until(async () => (await live.lastSequence('a')) > before, 'more segments');
    expect((await live.media('a')).match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
    const sessions = live.sessions('a');
    expect(sessions).toMatchObject([{ state: 'live', reconnects: 0 }]);
    // It says by itself that it still has it: what it does not name is taken for lost.
    const underWay = control.liveReports.flatMap((report) => report.underWay ?? []);
    expect(underWay.map((said) => said.sessions)).toEqual([[], sessions.map(({ id }) => id)]);
  });

  test('whoever was live when the machine was stopped is told of as that', { timeout: 90_000 }, async () => {
    await live.startAll();
    await live.applied(control.put('stream/a', pushStream('a', { reconnectSeconds: 1 })));
    const publisher = live.publish('a', { seconds: 300 });
    await until(async () => (await live.lastSequence('a')) >= 1, 'segments');
    await live.end('agent');
    await live.end('nginx');
    await publisher.ended;
    for (const pid of await live.encoders()) process.kill(pid, 'SIGKILL');
    live.start('nginx');
    live.start('agent');
    await until(() => live.sessions('a').at(-1)?.state === 'ended', 'the end');
    expect(live.sessions('a')).toMatchObject([{ reason: 'node_stopped' }]);
    await until(async () => (await live.media('a')).includes('#EXT-X-ENDLIST'), 'the end in the playlist');
  });

  test('a document that it does not understand is refused, and what is served goes on in its last good version', {
    timeout: 60_000,
  }, async () => {
    await live.startAll();
    await live.applied(control.put('stream/a', pushStream('a')));
    live.publish('a', { seconds: 300 });
    await live.phase('a', 'live');
    control.put('stream/a', { id: 'a', nodeId: '1' });
    control.put('stream/of-another', pushStream('ofanother', { nodeId: '2' }));
    await live.applied(control.put('odd/thing', {}));
    expect(live.last?.refused.map(({ key }) => key).sort()).toEqual(['odd/thing', 'stream/a']);
    expect(live.state('a')?.state).toBe('live');
    expect(live.last?.doors).toMatchObject({ url: `http://127.0.0.1:${live.doorPort}`, rtmpPort: live.rtmpPort });
    await live.end('agent');
    live.start('agent');
    await live.serving();
    const before = await live.lastSequence('a');
    await until(async () => (await live.lastSequence('a')) > before, 'more segments');
    expect(live.sessions('a')).toMatchObject([{ state: 'live' }]);
  });
});
