import { createHmac } from 'node:crypto';
import { UsageMinute } from '@headwater/contract/nodes/edge-document';
import { findNginx } from '@headwater/engines/nginx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
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

const systemOrigin = () => ({ url: edge.originUrl, hostHeader: null, system: true, door: null });
const putZone = (id: string, more = {}) =>
  edge.control.put(`zone/${id}`, edgeZone(id, edge.originUrl, { origin: systemOrigin(), ...more }));
const everybody = { token: null, referrers: null, countries: null, addresses: null, userAgents: null, pass: null };

describe.skipIf(!findNginx().ok)('a real edge', () => {
  test('serves a zone, purges it, and reports what it served', async () => {
    const seq = putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(seq);
    expect(await edge.get('shop.cdn.test', '/a?x=1')).toEqual({ status: 200, cache: 'MISS', body: 'one' });
    expect((await edge.get('shop.cdn.test', '/a?x=1')).cache).toBe('HIT');
    edge.content = 'two';
    const startedMs = Date.now();
    await edge.acknowledged(edge.control.put('purge/1', { zoneId: 'shop', paths: ['/a?x=1'] }));
    expect(Date.now() - startedMs).toBeLessThan(2000);
    expect(await edge.get('shop.cdn.test', '/a?x=1')).toEqual({ status: 200, cache: 'MISS', body: 'two' });
    expect((await edge.get('other.cdn.test', '/')).status).toBe(404);

    await until(() => edge.control.batches.length > 0, 'usage');
    await until(() => countRequests() === 3, 'all of the usage', 6000);
    const minutes = edge.control.batches.flatMap((batch) => batch.minutes).map((minute) => UsageMinute.parse(minute));
    expect(minutes.reduce((sum, { hits }) => sum + hits, 0)).toBe(1);
    expect(minutes[0]?.zoneId).toBe('shop');
    expect(minutes[0]?.paths[0]?.[0]).toBe('/a');
  });

  test('streams that share a host are watched with their links, and their viewers counted', async () => {
    const access = {
      ...everybody,
      token: { keys: ['a-key-of-16-letters'], bindAddress: false },
    };
    const hosts = ['live-1.cdn.test'];
    putZone('livea', { hosts, path: 'a', access });
    const seq = putZone('liveb', { hosts, path: 'b' });
    await edge.startBoth();
    await edge.acknowledged(seq);
    const expires = Math.floor(Date.now() / 1000) + 60;
    const token = createHmac('sha256', 'a-key-of-16-letters').update(`/a/\n${expires}\n`).digest('base64url');
    const status = async (path: string) => (await edge.get('live-1.cdn.test', path)).status;
    for (let times = 0; times < 3; times++) expect(await status(`/a/~${expires}.${token}/index.m3u8`)).toBe(200);
    expect(await status('/a/index.m3u8')).toBe(403);
    expect(await status('/b/s/v0/1.ts')).toBe(200);
    await until(() => countRequests() === 5, 'all of the usage', 6000);
    const minutes = edge.control.batches.flatMap((batch) => batch.minutes).map((minute) => UsageMinute.parse(minute));
    const of = (zoneId: string) => minutes.filter((minute) => minute.zoneId === zoneId);
    const served = of('livea').filter(({ status2xx }) => status2xx > 0);
    const minutesWatched = new Set(served.map(({ minute }) => minute)).size;
    expect(of('livea').reduce((sum, { viewers }) => sum + (viewers ?? 0), 0)).toBe(minutesWatched);
    expect([...new Set(of('livea').flatMap(({ paths }) => paths.map(([path]) => path)))]).toEqual(['/a/index.m3u8']);
    expect(of('liveb').map(({ paths }) => paths[0]?.[0])).toEqual(['/b/s/v0/']);
  });

  test('kill -9 of nginx: it is given everything again, and what was purged stays purged', async () => {
    putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(1);
    await edge.get('shop.cdn.test', '/a');
    edge.content = 'two';
    await edge.acknowledged(edge.control.put('purge/1', { zoneId: 'shop', paths: ['/a'] }));
    await edge.killNginx();
    await until(() => edge.last?.serving === false, 'the report that nothing is served');
    expect(edge.last?.warnings.join()).toContain('nginx does not answer');
    edge.startNginx();
    await until(() => edge.last?.serving === true, 'the edge to serve again');
    expect((await edge.get('shop.cdn.test', '/a')).body).toBe('two');
  });

  test('kill -9 of the agent: nginx serves on, and what was missed is applied', async () => {
    putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(1);
    await edge.get('shop.cdn.test', '/a');
    await edge.stopAgent('SIGKILL');
    edge.content = 'two';
    putZone('new');
    const seq = edge.control.put('purge/1', { zoneId: 'shop', paths: ['/a'] });
    expect((await edge.get('shop.cdn.test', '/a')).status).toBe(200);
    edge.startAgent();
    await edge.acknowledged(seq);
    expect((await edge.get('shop.cdn.test', '/a')).body).toBe('two');
    expect((await edge.get('new.cdn.test', '/a')).status).toBe(200);
  });

  test('an edge that was away during 1,000 changes and 50 purges serves nothing stale once it is back', async () => {
    for (let n = 0; n < 60; n++) putZone(`z${n}`);
    await edge.startBoth();
    await edge.acknowledged(60);
    for (let n = 0; n < 50; n++) await edge.get(`z${n}.cdn.test`, '/a');
    await edge.stopAgent('SIGTERM');
    await edge.killNginx();
    edge.content = 'two';
    for (let n = 0; n < 1000; n++) {
      putZone(`z${n % 60}`, { cache: { edgeTtlSeconds: 60 + n, queryString: 'keep', staleIfErrorSeconds: 0 } });
      if (n % 20 === 0) edge.control.put(`purge/${n}`, { zoneId: `z${n / 20}`, paths: ['/a'] });
    }
    edge.startNginx();
    edge.startAgent();
    // Asked from the first moment on: the edge may keep them waiting, it must not answer with what was purged.
    const answers: string[] = [];
    await until(async () => {
      for (let n = 0; n < 50; n += 7) {
        const answer = await edge.get(`z${n}.cdn.test`, '/a').catch(() => null);
        if (answer?.status === 200) answers.push(answer.body);
      }
      return edge.last?.appliedSeq === edge.control.seq;
    }, 'catching up');
    for (let n = 0; n < 50; n++) answers.push((await edge.get(`z${n}.cdn.test`, '/a')).body);
    expect([...new Set(answers)]).toEqual(['two']);
  });

  test('without the control plane: it serves on, also after a restart of everything', async () => {
    putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(1);
    await edge.get('shop.cdn.test', '/a');
    edge.control.silent = true;
    await edge.stopAgent('SIGKILL');
    await edge.killNginx();
    edge.startNginx();
    edge.startAgent();
    const answer = await edge.get('shop.cdn.test', '/a').catch(() => null);
    await until(async () => (await edge.get('shop.cdn.test', '/a').catch(() => null))?.status === 200, 'serving');
    expect(answer === null || answer.status === 200 || answer.status === 503).toBe(true);
    expect(edge.agentLog).toContain('serving the last good state');
  });

  test('a refused zone leaves all others applied and reports the reason', async () => {
    await edge.startBoth();
    edge.control.put('zone/bad', edgeZone('bad', edge.originUrl));
    edge.control.put('zone/inner', edgeZone('inner', 'http://localhost:1'));
    const seq = putZone('good');
    await edge.acknowledged(seq);
    // On a machine with much to do the verdict on an address may come after the change.
    await until(() => edge.last?.refused.length === 2, 'both refusals');
    expect(edge.last?.refused.map(({ key, reason }) => `${key}: ${reason}`)).toEqual([
      'zone/bad: The origin 127.0.0.1 is a loopback address.',
      'zone/inner: The name of the origin, localhost, resolves to a loopback address.',
    ]);
    expect((await edge.get('good.cdn.test', '/')).status).toBe(200);
    expect((await edge.get('bad.cdn.test', '/')).status).toBe(502);
    expect(edge.originRequests).toBe(1);
  });

  test('epoch change makes it forget', async () => {
    putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(1);
    await edge.get('shop.cdn.test', '/a');
    edge.content = 'two';
    edge.control.changeEpoch();
    await until(() => edge.last?.epoch === edge.control.epoch && edge.last?.appliedSeq === 1, 'the new epoch');
    expect(await edge.get('shop.cdn.test', '/a')).toEqual({ status: 200, cache: 'MISS', body: 'two' });
  });

  test('a removed node stops serving', async () => {
    putZone('shop');
    await edge.startBoth();
    await edge.acknowledged(1);
    edge.control.removed = true;
    await until(async () => (await edge.get('shop.cdn.test', '/a')).status !== 200, 'the end of service');
    expect(edge.agentLog).toContain('this node was removed');
    expect(edge.agent?.exitCode).toBeNull();
  });

  test('ends within a second of SIGTERM, whatever it waits for', async () => {
    await edge.startBoth();
    const startedMs = Date.now();
    const { agent } = edge;
    await edge.stopAgent('SIGTERM');
    expect(Date.now() - startedMs).toBeLessThan(1000);
    expect(agent?.exitCode).toBe(0);
  });

  test('rotates its log without losing a request', async () => {
    putZone('shop');
    edge.environment.HEADWATER_EDGE_LOG_BYTES = '20000';
    await edge.startBoth();
    await edge.acknowledged(1);
    for (let n = 0; n < 300; n++) {
      await edge.get('shop.cdn.test', `/${n}`);
      if (n % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1200));
    }
    await until(() => countRequests() === 300, 'all of the usage', 12_000);
    expect(edge.agentLog).toContain('rotated the access log');
  }, 30_000);
});

test('without nginx it follows on and says what is missing', async () => {
  putZone('shop');
  edge.startAgent();
  await until(() => edge.last?.epoch === edge.control.epoch, 'the state');
  expect(edge.last).toMatchObject({ serving: false, appliedSeq: 0 });
  expect(edge.last?.warnings.length).toBeGreaterThan(0);
});

function countRequests(): number {
  const batches = new Map(edge.control.batches.map((batch) => [batch.batchId, batch.minutes as UsageMinute[]]));
  return [...batches.values()].flat().reduce((sum, { requests }) => sum + requests, 0);
}
