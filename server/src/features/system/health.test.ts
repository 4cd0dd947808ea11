import { beforeEach, describe, expect, test } from 'vitest';
import { goAway, report } from '../../testing/edge.ts';
import { useWorld } from '../../testing/index.ts';
import { openAppWithoutDatabase } from '../../testing/without-database.ts';

const world = useWorld({
  HEADWATER_PROVIDER_NAME: 'Riverside CDN',
  HEADWATER_EDGE_DOMAIN: 'CDN.Example',
  HEADWATER_LINK_SUPPORT: 'https://support.example',
});
beforeEach(() => world.database.ownerPool.query('delete from nodes; delete from role_heartbeats'));

const roles = async () => {
  const { status, body } = await world.ask(null, 'GET', '/health');
  expect(status).toBe(200);
  return body.roles;
};
const beat = (age: string) =>
  world.database.ownerPool.query(
    `insert into role_heartbeats values ('worker', now() - $1::interval) on conflict (role) do update set beat_at = excluded.beat_at`,
    [age],
  );

describe('health', () => {
  test('tells of each role whether it works, and the version', async () => {
    await beat('0 s');
    for (const kind of ['edge', 'dns', 'live'] as const) await report(world, await world.addNode(`${kind}-1`, kind));
    const { body } = await world.ask(null, 'GET', '/health');
    const ok = { state: 'ok' };
    expect(body).toEqual({
      result: 'success',
      version: '5.10.3',
      roles: {
        database: ok,
        api: ok,
        worker: ok,
        edge: ok,
        dns: ok,
        live: ok,
        storage: { state: 'off', reason: 'No storage has been added.' },
      },
    });
  });

  test('misses a worker that has not reported for half a minute', async () => {
    const down = { state: 'down', reason: 'No worker has reported in the last 30 seconds.' };
    expect((await roles()).worker).toEqual(down);
    await beat('31 s');
    expect((await roles()).worker).toEqual(down);
    await beat('20 s');
    expect((await roles()).worker).toEqual({ state: 'ok' });
  });

  test('judges each kind of node by its own', async () => {
    await report(world, await world.addNode('edge-1'));
    expect(await roles()).toMatchObject({
      edge: { state: 'ok' },
      dns: { state: 'off', reason: 'No name server has been added.' },
    });
    const node = await world.addNode('dns-1', 'dns');
    await report(world, node, { serving: false, warnings: ['dnsdist does not run.'] });
    expect(await roles()).toMatchObject({
      edge: { state: 'ok' },
      dns: { state: 'down', reason: 'dns-1 does not serve: dnsdist does not run.' },
    });
  });

  test('names the edges that are away, do not serve, or warn', async () => {
    expect((await roles()).edge).toEqual({ state: 'off', reason: 'No edge has been added.' });
    const first = await world.addNode('edge-1');
    expect((await roles()).edge).toEqual({ state: 'down', reason: 'edge-1 is away.' });
    await report(world, first, { serving: false, warnings: ['nginx is not installed.'] });
    expect((await roles()).edge).toEqual({ state: 'down', reason: 'edge-1 does not serve: nginx is not installed.' });
    await report(world, first, { warnings: ['The disk is nearly full.'] });
    expect((await roles()).edge).toEqual({ state: 'degraded', reason: 'edge-1: The disk is nearly full.' });
    await report(world, first);
    const second = await world.addNode('edge-2');
    await report(world, second);
    await goAway(world, second);
    expect((await roles()).edge).toEqual({ state: 'degraded', reason: 'edge-2 is away.' });
    await world.database.ownerPool.query(`update nodes set state = 'draining' where name = 'edge-2'`);
    expect((await roles()).edge).toEqual({ state: 'ok' });
    await world.addNode('edge-3');
    expect((await roles()).edge).toEqual({ state: 'ok' });
  });
});

test('the panel learns before sign-in what it must know, and the demo’s sign-in only while the demo is on', async () => {
  const { body } = await world.ask(null, 'GET', '/settings');
  expect(body).toEqual({
    result: 'success',
    providerName: 'Riverside CDN',
    edgeDomain: 'cdn.example',
    demo: { email: 'demo@headwater.test', password: 'headwater-demo' },
    ...world.settings.web,
  });
  expect(body.links).toMatchObject({ blog: '/blog', support: 'https://support.example/', roadmap: null });
});

describe('with the database away', () => {
  const withoutDatabase = () => openAppWithoutDatabase(world.settings);

  test('health still answers, and says so', async () => {
    const app = await withoutDatabase();
    const answer = await app.inject({ url: '/api/v1/health' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().roles).toEqual({
      api: { state: 'ok' },
      database: { state: 'down', reason: 'The database cannot be reached.' },
      worker: { state: 'down', reason: 'Unknown while the database cannot be reached.' },
      edge: { state: 'down', reason: 'Unknown while the database cannot be reached.' },
      dns: { state: 'down', reason: 'Unknown while the database cannot be reached.' },
      live: { state: 'down', reason: 'Unknown while the database cannot be reached.' },
      storage: { state: 'down', reason: 'Unknown while the database cannot be reached.' },
    });
    expect((await app.inject({ url: '/api/v1/settings' })).json().demo).toBeNull();
    await app.close();
  });

  test('everything else is 503 with a sentence and when to try again, never “Expired token”', async () => {
    const app = await withoutDatabase();
    const asked = [
      { url: '/api/v1/services', headers: { authorization: `Bearer hws_${'a'.repeat(43)}` } },
      { url: '/api/v1/nodes/feed', headers: { authorization: `Bearer hwn_${'a'.repeat(43)}` } },
      { url: '/api/v1/events', headers: { authorization: `Bearer hws_${'a'.repeat(43)}` } },
      { method: 'POST' as const, url: '/api/v1/auth/login', payload: { email: 'a@example.test', password: 'x' } },
    ];
    for (const one of asked) {
      const answer = await app.inject(one);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json()).toMatchObject({
        code: 'unavailable',
        message: 'The database cannot be reached. Try again in a moment.',
      });
    }
    await app.close();
  });
});
