import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { pushStream, smallRung } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

/** Of a session of its own each, on one node: what happens to one must not touch another. */
describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a live stream', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    await live.startAll();
    await live.applied(control.put('stream/other', pushStream('other')));
    live.publish('other', { seconds: 600 });
    await live.phase('other', 'live');
    await live.applied(control.put('stream/endless', pushStream('endless')));
    live.publish('endless', { seconds: 600, gopSeconds: 500 });
  }, 90_000);
  afterEach(async () => {
    await live.applied(control.seq);
    expect(control.violations).toEqual([]);
  });
  afterAll(async () => {
    await live.remove();
    await control.stop();
  });

  const discontinuities = async (id: string) => (await live.media(id)).match(/#EXT-X-DISCONTINUITY\n/g)?.length ?? 0;
  const grows = async (id: string, segments = 2): Promise<void> => {
    const before = await live.lastSequence(id);
    await until(async () => (await live.lastSequence(id)) >= before + segments, `${segments} segments more of ${id}`);
  };
  const encoderOf = async (id: string): Promise<number> => {
    const pids = await live.encodersOf(id);
    expect(pids).toHaveLength(1);
    return pids[0] ?? 0;
  };

  async function begin(id: string, more: Parameters<typeof pushStream>[1] = {}) {
    await live.applied(control.put(`stream/${id}`, pushStream(id, more)));
    const publisher = live.publish(id, { seconds: 300 });
    await live.phase(id, 'live');
    await grows(id, 1);
    return publisher;
  }

  test('goes on after its encoder was killed or hangs, with a discontinuity and the part that was there', async () => {
    const publisher = await begin('k');
    const pid = await encoderOf('k');
    process.kill(pid, 'SIGKILL');
    await until(async () => (await discontinuities('k')) === 1, 'the discontinuity');
    expect(await encoderOf('k')).not.toBe(pid);
    expect(live.sessions('k')).toMatchObject([{ state: 'live', reconnects: 0 }]);
    await until(() => live.state('k')?.processes[0]?.restarts === 1, 'the restart to be told of');
    // One that hangs is as good as killed.
    const hanging = await encoderOf('k');
    process.kill(hanging, 'SIGSTOP');
    await until(async () => (await discontinuities('k')) === 2, 'the other discontinuity');
    expect(await encoderOf('k')).not.toBe(hanging);
    expect((await live.lint('k', 'index.m3u8')).findings).toEqual([]);
    expect((await live.lint('k', 'rewind.m3u8')).findings).toEqual([]);
    await publisher.stop();
  });

  test('goes on while the agent is away, loses nothing, and is not interrupted', async () => {
    const publisher = await begin('l');
    const [pid, of] = [await encoderOf('l'), await encoderOf('other')];
    const before = await live.lastSequence('l');
    await live.end('agent');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(await live.encodersOf('l')).toEqual([pid]);
    live.start('agent');
    await live.serving();
    await grows('l');
    expect(await discontinuities('l')).toBe(0);
    expect([await encoderOf('l'), await encoderOf('other')]).toEqual([pid, of]);
    // Four seconds and more went by, a segment every two.
    expect(await live.lastSequence('l')).toBeGreaterThanOrEqual(before + 3);
    expect(live.sessions('l')).toMatchObject([{ state: 'live', reconnects: 0 }]);
    await publisher.stop();
    await live.phase('l', 'reconnecting');
  });

  test('whose publisher comes back in time is one session', async () => {
    const first = await begin('r', { reconnectSeconds: 60 });
    await first.stop();
    await live.phase('r', 'reconnecting');
    expect(live.sessions('r')).toMatchObject([{ state: 'reconnecting' }]);
    const second = live.publish('r', { seconds: 300 });
    await live.phase('r', 'live');
    await until(async () => (await discontinuities('r')) === 1, 'the discontinuity');
    expect(live.sessions('r')).toMatchObject([{ state: 'live', reconnects: 1 }]);
    await second.stop();
  });

  test('whose publisher comes back too late is another session, which counts on', async () => {
    const first = await begin('s', { reconnectSeconds: 1 });
    await first.stop();
    await live.phase('s', 'idle');
    const last = await live.lastSequence('s');
    const second = live.publish('s', { seconds: 300 });
    await live.phase('s', 'live');
    await until(async () => (await live.lastSequence('s')) > last, 'more segments');
    expect(live.sessions('s').map(({ state, reason }) => [state, reason])).toEqual([
      ['ended', 'publisher_left'],
      ['live', null],
    ]);
    await second.stop();
  });

  test('whose publisher stands still gives way to one that has something to send', async () => {
    const dead = await begin('t');
    process.kill(dead.pid, 'SIGSTOP');
    const other = live.publish('t', { seconds: 300 });
    // Refused until it is known that nothing comes any more; encoders of publishers try again like this.
    let alive = other;
    await until(async () => {
      if (live.sessions('t').some(({ reconnects }) => reconnects === 1)) return true;
      if (alive.child.exitCode !== null) alive = live.publish('t', { seconds: 300 });
      return false;
    }, 'the other publisher to be let in');
    await until(async () => (await discontinuities('t')) >= 1, 'its pictures');
    process.kill(dead.pid, 'SIGCONT');
    await dead.ended;
    await grows('t');
    await alive.stop();
  });

  test('whose publisher stands still for good has lost its connection', async () => {
    const dead = await begin('y', { reconnectSeconds: 0 });
    process.kill(dead.pid, 'SIGSTOP');
    await live.phase('y', 'idle');
    expect(live.sessions('y')).toMatchObject([{ state: 'ended', reason: 'connection_lost' }]);
    process.kill(dead.pid, 'SIGCONT');
  });

  test('ends at once when it is disabled, deleted, restarted, or given another key', async () => {
    const ids = ['u1', 'u2', 'u3'];
    const publishers = await Promise.all(ids.map((id) => begin(id)));
    control.put('stream/u1', pushStream('u1', { disabled: 'stream' }));
    control.put('stream/u2', null);
    control.put('stream/u3', pushStream('u3', { generation: 1 }));
    for (const publisher of publishers) expect(await publisher.ended).not.toBe(0);
    const reasons = () => ids.map((id) => live.sessions(id).at(-1)?.reason);
    await until(() => reasons().every((reason) => reason != null), 'the reasons');
    expect(reasons()).toEqual(['disabled', 'deleted', 'restarted']);
    await until(
      async () => (await Promise.all(ids.map((id) => live.encodersOf(id)))).flat().length === 0,
      'no encoders',
    );
    expect(await live.playlist('u1', 'index.m3u8')).toBeNull();
    expect(await live.playlist('u2', 'index.m3u8')).toBeNull();
  });

  test('begins and goes on while the control plane is away, which hears of it later', async () => {
    await live.applied(control.put('stream/v', pushStream('v')));
    control.failing = true;
    const publisher = live.publish('v', { seconds: 300 });
    await until(async () => (await live.lastSequence('v')) >= 1, 'segments');
    expect(live.sessions('v')).toEqual([]);
    control.failing = false;
    await until(() => live.sessions('v').length === 1, 'the session to be told of');
    await publisher.stop();
  });

  test('of a codec that players do not play is ended with its name', async () => {
    await live.applied(control.put('stream/w', pushStream('w')));
    const publisher = live.publish('w', { seconds: 60, videoEncoder: 'flv' });
    expect(await publisher.ended).not.toBe(0);
    await until(() => live.sessions('w').at(-1)?.state === 'ended', 'the end');
    expect(live.sessions('w')).toMatchObject([{ reason: 'unsupported_codec', detail: expect.stringContaining('263') }]);
    const mp3 = live.publish('w', { seconds: 60, audioEncoder: 'libmp3lame' });
    expect(await mp3.ended).not.toBe(0);
    await until(() => live.sessions('w').length === 2 && live.sessions('w')[1]?.state === 'ended', 'the other end');
    expect(live.sessions('w')[1]).toMatchObject({
      reason: 'unsupported_codec',
      detail: expect.stringContaining('MP3'),
    });
  });

  test('whose encoder ends again and again is failing, with its last line, until what ends it is mended', async () => {
    const logo = {
      imageId: 'logo',
      position: 'top-right',
      scalePercent: 10,
      marginPercent: 2,
      opacityPercent: 100,
    } as const;
    const filterOf = (base64: string) =>
      ({
        name: 'f',
        deinterlace: 'off' as const,
        crop: null,
        text: null,
        logo,
        image: { mediaType: 'image/png' as const, base64 },
      }) satisfies LiveStream['filter'];
    await live.applied(control.put('stream/logo', pushStream('logo', { rungs: [smallRung] })));
    const publisher = live.publish('logo', { seconds: 120 });
    await live.phase('logo', 'live');
    // Its head alone.
    const damaged = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
    await live.applied(
      control.put('stream/logo', pushStream('logo', { rungs: [smallRung], filter: filterOf(damaged) })),
    );
    await live.phase('logo', 'failing');
    expect(live.state('logo')?.processes[0]).toMatchObject({ name: 'encode', reason: expect.stringMatching(/./) });
    expect(live.sessions('logo')).toMatchObject([{ state: 'live' }]);
    await live.applied(control.put('stream/logo', pushStream('logo', { rungs: [smallRung] })));
    await live.phase('logo', 'live');
    await publisher.stop();
  });

  test('comes back when nginx was killed and its publisher connects anew', async () => {
    const publisher = await begin('x');
    await live.end('nginx');
    await live.phase('x', 'reconnecting');
    await until(() => live.last?.serving === false, 'the node to say that it does not serve');
    await publisher.ended;
    live.start('nginx');
    await live.serving();
    const again = live.publish('x', { seconds: 300 });
    await live.phase('x', 'live');
    await until(async () => (await discontinuities('x')) === 1, 'the discontinuity');
    expect(live.sessions('x')).toMatchObject([{ state: 'live', reconnects: 1 }]);
    await again.stop();
  });

  test('that has no key frames to cut it at is warned about, and ended after a minute', {
    timeout: 120_000,
  }, async () => {
    // Its publisher has been there since before the first test.
    await until(() => live.sessions('endless').at(-1)?.state === 'ended', 'the end', 90_000);
    expect(live.sessions('endless')[0]).toMatchObject({
      reason: 'no_key_frames',
      detail: expect.stringContaining('Set the key frame interval to 2 seconds'),
    });
    const told = control.liveReports.flatMap(({ states }) => states).filter(({ streamId }) => streamId === 'endless');
    expect(told.flatMap(({ warnings }) => warnings)).toContainEqual({
      code: 'gop_too_long',
      message: expect.stringMatching(/^No key frame has come for \d+ seconds/),
    });
  });

  test('after all this nothing runs that belongs to nothing, and no key was written anywhere', async () => {
    for (const id of ['k', 'l', 'r', 's', 't', 'v', 'x', 'endless', 'other']) control.put(`stream/${id}`, null);
    await live.applied(control.seq);
    await until(async () => (await live.encoders()).length === 0, 'no encoders');
    expect(live.said + JSON.stringify(control.liveReports)).not.toContain('secret-of');
  });
});
