import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { keyOf, pushStream, sha256, smallRung } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a publisher', { timeout: 90_000 }, () => {
  beforeAll(async () => {
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    live.environment.HEADWATER_LIVE_MOST_ENCODERS = '1';
    await live.startAll();
  }, 90_000);
  afterAll(async () => {
    await live.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  /** Publishes, is thrown out, and finds the reason in the sessions. */
  async function expectRefusal(id: string, reason: string, options: { key?: string } = {}): Promise<void> {
    const publisher = live.publish(id, { seconds: 20, ...options });
    expect(await publisher.ended).not.toBe(0);
    await until(() => live.sessions(id).some((session) => session.state === 'refused'), 'the refusal to be told of');
    expect(live.sessions(id).at(-1)).toMatchObject({ state: 'refused', reason, kind: 'publish', from: '127.0.0.1' });
    expect(live.state(id)?.state ?? 'idle').toBe('idle');
  }

  const input = (id: string, more: object) => ({
    input: { type: 'push' as const, keyHash: sha256(keyOf(id)), auth: null, addresses: null, ...more },
  });
  test.each([
    ['wrong_key', 'a1', pushStream('a1'), { key: 'a1_guessed' }],
    ['stream_disabled', 'a2', pushStream('a2', { disabled: 'stream' }), {}],
    ['service_inactive', 'a3', pushStream('a3', { disabled: 'service' }), {}],
    [
      'address_not_allowed',
      'a4',
      pushStream('a4', input('a4', { addresses: { policy: 'block', list: ['127.0.0.0/8'] } })),
      {},
    ],
    [
      'address_not_allowed',
      'a5',
      pushStream('a5', input('a5', { addresses: { policy: 'allow', list: ['192.0.2.1'] } })),
      {},
    ],
    [
      'wrong_credentials',
      'a6',
      pushStream('a6', input('a6', { auth: { username: 'obs', passwordHash: sha256('right') } })),
      { key: `${keyOf('a6')}?user=obs&password=wrong` },
    ],
    ['over_quota', 'a7', pushStream('a7', { quota: { group: 'full', streamsAtOnce: 0 } }), {}],
    ['no_capacity', 'a8', pushStream('a8', { rungs: [smallRung, { ...smallRung, size: '360p' }] }), {}],
  ])('is refused with the reason %s (%s)', async (reason, id, doc, options) => {
    await live.applied(control.put(`stream/${id}`, doc));
    await expectRefusal(id, reason, options);
  });

  test('with the right user name, password and address is let in', async () => {
    const auth = { username: 'obs', passwordHash: sha256('right') };
    const addresses = { policy: 'allow', list: ['127.0.0.1'] };
    await live.applied(control.put('stream/b', pushStream('b', input('b', { auth, addresses }))));
    const publisher = live.publish('b', { key: `${keyOf('b')}?user=obs&password=right` });
    await live.phase('b', 'live');
    await publisher.stop();
  });

  test('that is not the first is refused while the first goes on', async () => {
    await live.applied(control.put('stream/c', pushStream('c')));
    const first = live.publish('c');
    await live.phase('c', 'live');
    const second = live.publish('c', { seconds: 20 });
    expect(await second.ended).not.toBe(0);
    await until(() => live.sessions('c').length === 2, 'the refusal to be told of');
    expect(live.sessions('c').map(({ state, reason }) => [state, reason])).toEqual([
      ['live', null],
      ['refused', 'already_live'],
    ]);
    expect(live.state('c')?.state).toBe('live');
    await first.stop();
  });

  test('of a stream that nobody knows is refused, and no key is in any log', async () => {
    const publisher = live.publish('nobody', { seconds: 20 });
    expect(await publisher.ended).not.toBe(0);
    expect(live.sessions('nobody')).toEqual([]);
    expect(live.said).not.toContain('secret-of');
    expect(JSON.stringify(control.liveReports)).not.toMatch(/secret-of|guessed|password/);
  });
});
