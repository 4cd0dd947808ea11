import { describe, expect, it } from 'vitest';
import { zoneOf } from './testing/index.ts';
import { openEdge } from './testing/open-edge.ts';

const { origin, edge } = await openEdge();
let count = 0;

/** A host of one's own for each test, with two zones that share it. */
async function shareHost() {
  const host = `shared${++count}.test`;
  const zones = ['news', 'news-2'].map((path) =>
    zoneOf(`s${count}${path.replace('-', '')}`, origin, {
      hosts: [host],
      path,
      origin: { url: `${origin.url}/${path}of` },
    }),
  );
  expect(await edge.control.putZones(zones)).toEqual({ refused: [] });
  return { host, zones, ask: (path: string, asking = {}) => edge.ask(host, path, asking) };
}
const put = (id: string, changes: Parameters<typeof zoneOf>[2]) =>
  edge.control.putZones([zoneOf(id, origin, changes)]).then(({ refused }) => refused.map(({ reason }) => reason));
const seen = (path: string) => origin.seen.filter(({ url }) => url === path);

describe('zones that share a host', () => {
  it('are told apart by the first segment, which the origin sees', async () => {
    const { ask } = await shareHost();
    for (const path of ['/news/one.txt', '/news-2/one.txt', '/news', '/news?x=1'])
      expect((await ask(path)).status, path).toBe(200);
    expect(seen('/newsof/news/one.txt')).toHaveLength(1);
    expect(seen('/news-2of/news-2/one.txt')).toHaveLength(1);
    expect((await ask('/news/one.txt')).cache).toBe('HIT');
  });

  it('say of a disabled one that the stream is disabled, for streams are what they carry', async () => {
    const { zones, ask } = await shareHost();
    await edge.control.putZones([{ ...zones[0]!, disabled: true }]);
    const answer = await ask('/news/one.txt');
    expect(answer.status).toBe(403);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Stream disabled');
    expect(answer.text).not.toMatch(/zone/i);
    expect((await ask('/news-2/one.txt')).status).toBe(200);
  });

  it.each([
    ['another segment', '/sport/one.txt'],
    ['the root', '/'],
    ['a segment that only begins so', '/news-2x/one.txt'],
    ['capitals', '/NEWS/one.txt'],
    ['percent-encoding', '/%6eews/one.txt'],
    ['an encoded slash', '/news%2Fone.txt'],
    ['an encoded slash after another', '/sport%2f..%2fnews/one.txt'],
    ['two slashes', '//news/one.txt'],
    ['a dot segment', '/./news/one.txt'],
    ['a segment that is left again', '/sport/../news/one.txt'],
    ['an encoded segment that is left again', '/sport/%2e%2E/news/one.txt'],
    ['a fragment', '/news#/one.txt'],
    ['a segment that ends in a dot', '/news./one.txt'],
    ['a segment with a parameter', '/news;a/one.txt'],
  ])('answer 404 to %s', async (_what, path) => {
    const { ask } = await shareHost();
    const before = origin.seen.length;
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Not found');
    expect(origin.seen).toHaveLength(before);
  });

  it.each([
    '/news/../news-2/a',
    '/news/%2e%2e/news-2/a',
    '/news/..%2fnews-2/a',
    '/news/.%2E',
    '/news/a/./b',
    '/news/%2e',
  ])('do not ask the origin for a path that leads elsewhere: %s', async (path) => {
    const { ask } = await shareHost();
    const before = origin.seen.length;
    expect((await ask(path)).status).toBe(400);
    expect((await ask(`${path}?x`)).status).toBe(400);
    expect(origin.seen).toHaveLength(before);
  });

  it('serve dots that lead nowhere', async () => {
    const { ask } = await shareHost();
    for (const path of ['/news/...', '/news/.hidden', '/news/a..b', '/news/a?x=/../', '/news//double'])
      expect((await ask(path)).status, path).toBe(200);
  });

  it('answer HEAD and POST, and are purged each on its own', async () => {
    const { ask, zones } = await shareHost();
    for (const path of ['/news/p', '/news-2/p']) await ask(path);
    await edge.control.purgePaths(zones[0]!.id, ['/news/p']);
    expect([(await ask('/news/p')).cache, (await ask('/news-2/p')).cache]).toEqual(['MISS', 'HIT']);
    expect((await ask('/news/p', { method: 'HEAD' })).cache).toBe('HIT');
    expect((await ask('/news-2/p', { method: 'POST', body: 'x' })).status).toBe(200);
    expect((await ask('/news-2/p')).cache).toBe('MISS');
  });

  it('stand in the access log with their zone; what is nobody’s stands there without', async () => {
    const { ask, host, zones } = await shareHost();
    await ask('/news-2/logged?a=1');
    await ask('/nobody/logged');
    // Each worker writes when it comes to it.
    const lines = async () => (await edge.accessLines(1)).filter((line) => line.host === host);
    await expect.poll(async () => (await lines()).length, { timeout: 10_000 }).toBe(2);
    const seen = (await lines()).map(({ zone, uri, status }) => ({ uri, zone, status }));
    seen.sort((a, b) => (a.uri < b.uri ? 1 : -1));
    expect(seen).toEqual([
      { uri: '/nobody/logged', zone: '', status: 404 },
      { uri: '/news-2/logged?a=1', zone: zones[1]!.id, status: 200 },
    ]);
  });
});

describe('claims to a host', () => {
  it('refuse a path that another zone has there, and a zone without a path', async () => {
    const { host, zones } = await shareHost();
    expect(await put('thief', { hosts: [host], path: 'news' })).toEqual([
      `the path news of ${host} already belongs to zone ${zones[0]!.id}`,
    ]);
    expect(await put('thief', { hosts: [host] })).toEqual([
      `the host name ${host} is shared by zones with paths of their own`,
    ]);
    expect(await put('thief', { hosts: [host], path: 'sport' })).toEqual([]);
  });

  it('refuse a path where a zone has the host alone', async () => {
    await put('alone', { hosts: ['alone.test'] });
    expect(await put('late', { hosts: ['alone.test'], path: 'news' })).toEqual([
      'the host name alone.test already belongs to zone alone',
    ]);
  });

  it('are free again once the last zone is gone', async () => {
    const { host, zones } = await shareHost();
    await edge.control.removeZones([zones[0]!.id]);
    expect((await edge.ask(host, '/news/a')).status).toBe(404);
    expect(await put('heir', { hosts: [host] })).toHaveLength(1);
    await edge.control.removeZones([zones[1]!.id]);
    expect((await edge.ask(host, '/news-2/a')).text).toContain('Unknown host');
    expect(await put('heir', { hosts: [host] })).toEqual([]);
    expect((await edge.ask(host, '/any/path')).status).toBe(200);
  });

  it('move between zones in one push, whatever the order', async () => {
    const { host, zones } = await shareHost();
    const [first, second] = zones as [(typeof zones)[0], (typeof zones)[0]];
    const swapped = [
      { ...first, path: 'news-2' },
      { ...second, path: 'news' },
    ];
    expect(await edge.control.putZones(swapped)).toEqual({ refused: [] });
    await edge.ask(host, '/news/swapped');
    expect(seen('/news-2of/news/swapped')).toHaveLength(1);
    const alone = zoneOf('whole', origin, { hosts: [host] });
    expect(
      await edge.control.putZones([alone, { ...first, hosts: ['else.test'] }, { ...second, hosts: ['else.test'] }]),
    ).toEqual({
      refused: [],
    });
    expect((await edge.ask(host, '/sport/a')).status).toBe(200);
    expect((await edge.ask('else.test', '/news/a')).status).toBe(200);
    expect((await edge.ask('else.test', '/sport/a')).status).toBe(404);
    expect(await edge.control.putZones([{ ...alone, path: 'sport' }, first, second])).toEqual({ refused: [] });
    expect((await edge.ask(host, '/other/a')).status).toBe(404);
    expect((await edge.ask(host, '/sport/b')).status).toBe(200);
  });

  it('refuse the whole host to a zone while a path there only changes hands', async () => {
    const { host, zones } = await shareHost();
    await edge.control.removeZones([zones[1]!.id]);
    const taker = zoneOf('taker', origin, { hosts: [host], path: 'news' });
    const whole = zoneOf('whole2', origin, { hosts: [host] });
    const { refused } = await edge.control.putZones([{ ...zones[0]!, path: 'left' }, taker, whole]);
    expect(refused.map(({ zoneId }) => zoneId)).toEqual(['whole2']);
    expect((await edge.ask(host, '/news/a')).status).toBe(200);
  });
});

describe('the door of an origin', () => {
  const key = 'a-door-key-of-24-letters';

  it('is named by the edge and by nobody else', async () => {
    await put('door', { origin: { door: key } });
    await put('plain', {});
    const headers = { 'x-headwater-door': 'forged-by-the-visitor', 'x-headwater-uri': '/forged' };
    expect((await edge.ask('door.test', '/with-door', { headers })).headers['x-headwater-door']).toBeUndefined();
    await edge.ask('plain.test', '/without-door', { headers });
    expect(seen('/with-door')[0]?.headers['x-headwater-door']).toBe(key);
    expect(seen('/without-door')[0]?.headers).not.toHaveProperty('x-headwater-door');
    expect(seen('/without-door')[0]?.headers).not.toHaveProperty('x-headwater-uri');
    expect(seen('/forged')).toEqual([]);
  });

  it('stands in no log', async () => {
    await put('logged', { origin: { door: key, addresses: ['127.0.0.1:9'] } });
    expect((await edge.ask('logged.test', '/a')).status).toBe(502);
    await edge.accessLines(1);
    expect(edge.errors()).not.toContain(key);
    expect(JSON.stringify(await edge.accessLines(1))).not.toContain(key);
  });
});
