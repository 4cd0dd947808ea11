import { findNginx } from '@headwater/engines/nginx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { runEdge } from './agent.ts';
import { readSettings } from './settings.ts';
import { edgeZone } from './testing/edge-zone.ts';
import { RealEdge } from './testing/real-edge.ts';

let edge: RealEdge;

beforeEach(async () => {
  edge = await new RealEdge().prepare();
});
afterEach(async () => {
  await edge.remove();
  expect(edge.control.violations).toEqual([]);
});

/** The customer's own origin is on this machine, and so forbidden; the provider's own may be there. */
const putZone = (system: boolean, more = {}) => {
  const origin = { url: edge.originUrl, hostHeader: null, system, door: null };
  return edge.control.put('zone/shop', edgeZone('shop', edge.originUrl, { origin, ...more }));
};
const get = async (path: string) => {
  const { status, cache, body } = await edge.get('shop.cdn.test', path);
  return `${status} ${cache} ${status === 200 ? body : ''}`.trim();
};

describe.skipIf(!findNginx().ok)('a real edge in trouble', () => {
  test('a zone whose origin turned private can still be disabled and purged', async () => {
    putZone(true);
    edge.startNginx();
    edge.startAgent();
    await edge.acknowledged(1);
    for (const path of ['/img/a', '/b']) {
      expect(await get(path)).toBe('200 MISS one');
      expect(await get(path)).toBe('200 HIT one');
    }
    edge.content = 'two';
    await edge.acknowledged(putZone(false, { purge: { generation: 0, bans: [[1, '/img/*']] } }));
    expect(edge.last?.refused).toMatchObject([
      { key: 'zone/shop', reason: 'The origin 127.0.0.1 is a loopback address.' },
    ]);
    expect(await get('/img/a')).toBe('200 MISS two');
    expect(await get('/b')).toBe('200 HIT one');

    const purge = { generation: 1, bans: [] };
    await edge.acknowledged(putZone(false, { purge }));
    expect(edge.last?.refused).toHaveLength(1);
    expect(await get('/b')).toBe('200 MISS two');

    // What was purged stays purged when everything is started again.
    edge.content = 'three';
    await edge.stopAgent('SIGKILL');
    await edge.killNginx();
    edge.startNginx();
    edge.control.reports.length = 0;
    edge.startAgent();
    await edge.acknowledged(3);
    expect(edge.last?.refused).toHaveLength(1);
    expect(await get('/b')).toMatch(/^200 (HIT two|MISS three)$/);

    await edge.acknowledged(putZone(false, { purge, disabled: true }));
    expect(edge.last?.refused).toEqual([]);
    expect(await get('/b')).toMatch(/^403/);
  });

  test('a nearly full disk: it serves on, stores nothing, says so, and stores again once there is room', async () => {
    const gibibyte = 1024 ** 3;
    let freeBytes = 50 * gibibyte;
    const measure = async () => ({ freeBytes, totalBytes: 100 * gibibyte });
    putZone(true);
    edge.startNginx();
    const stopping = new AbortController();
    const running = runEdge(readSettings(edge.agentEnvironment), stopping.signal, { measure, everyMs: 50 });
    try {
      await edge.acknowledged(1);
      expect(edge.last?.warnings).toEqual([]);
      expect(await get('/kept')).toBe('200 MISS one');

      freeBytes = gibibyte;
      await until(() => edge.last?.warnings.join().includes('nearly full (1024 MiB') === true, 'the warning');
      edge.content = 'two';
      // The warning and the word to nginx go out at the same time.
      let asked = 0;
      await until(async () => {
        asked += 1;
        await get(`/${asked}`);
        return (await get(`/${asked}`)) !== '200 HIT two';
      }, 'the end of caching');
      const before = edge.originRequests;
      for (let n = 0; n < 3; n++) expect(await get('/new')).toMatch(/^200 (?!HIT).*two$/);
      expect(edge.originRequests).toBe(before + 3);
      expect(edge.last).toMatchObject({ serving: true, notices: [] });

      freeBytes = 50 * gibibyte;
      await until(() => edge.last?.warnings.length === 0, 'the end of the warning');
      await until(async () => (await get('/new')) === '200 HIT two', 'caching');
    } finally {
      stopping.abort();
      expect(await running).toBe('stopped');
    }
  });
});
