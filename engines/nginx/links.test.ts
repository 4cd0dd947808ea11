import { describe, expect, it } from 'vitest';
import type { AccessConfig } from './access.ts';
import { signLink, zoneOf } from './testing/index.ts';
import { believeAddresses, openEdge } from './testing/open-edge.ts';

const keys = ['the-first-key-of-this-zone', 'the-key-before-that-one'] as const;
const pass = 'what-our-own-players-sign-with';
const soon = () => Math.floor(Date.now() / 1000) + 600;
const past = () => Math.floor(Date.now() / 1000) - 5;

const { origin, edge } = await openEdge({}, believeAddresses);
let count = 0;

/** A zone of one's own whose links are signed, with a playlist in its cache that was fetched while it was open. */
async function lock(rules: Partial<AccessConfig> = {}, token: Partial<NonNullable<AccessConfig['token']>> = {}) {
  const open = zoneOf(`l${++count}`, origin);
  const [host] = open.hosts as [string];
  await edge.control.putZones([open]);
  await edge.ask(host, '/live/news/index.m3u8');
  const access: AccessConfig = {
    token: { keys: [...keys], bindAddress: false, ...token },
    referrers: null,
    countries: null,
    addresses: null,
    userAgents: null,
    pass: null,
    ...rules,
  };
  expect(await edge.control.putZones([{ ...open, access }])).toEqual({ refused: [] });
  const ask = (path: string, asking = {}) => edge.ask(host, path, asking);
  const status = async (path: string, address?: string) =>
    (await ask(path, address ? { headers: { 'x-test-address': address } } : {})).status;
  return { host, ask, status, seen: () => origin.seen.filter(({ headers }) => headers['x-forwarded-host'] === host) };
}
const link = (more: Partial<Parameters<typeof signLink>[0]> = {}) =>
  signLink({ key: keys[0], directory: '/live/news/', expires: soon(), ...more });

describe('a protected zone', () => {
  it('serves what is cached with a good link only, and from the cache', async () => {
    const { ask } = await lock();
    const bare = await ask('/live/news/index.m3u8');
    expect([bare.status, bare.cache, bare.text.includes('signed link')]).toEqual([403, '', true]);
    const signed = await ask(link().inPath('index.m3u8'));
    expect([signed.status, signed.cache]).toEqual([200, 'HIT']);
    expect((await ask('/live/news/index.m3u8')).status).toBe(403);
  });

  it('fetches for all links together, and tells the origin nothing of them', async () => {
    const { ask, seen } = await lock();
    await ask(link().inPath('one.ts?size=20'));
    const other = signLink({ key: keys[0], directory: '/live/', expires: soon() + 1 });
    expect((await ask(other.inPath('news/one.ts?size=20'))).cache).toBe('HIT');
    expect((await ask(`${link({ directory: '/' }).inQuery('live/news/one.ts')}&size=20`)).cache).toBe('HIT');
    const asked = seen().filter(({ url }) => url !== '/live/news/index.m3u8');
    expect(asked.map(({ url }) => url)).toEqual(['/live/news/one.ts?size=20']);
    expect(JSON.stringify(asked[0]!.headers)).not.toContain(link().token);
  });

  it('lets every key in, and none that was taken away', async () => {
    const { status } = await lock();
    for (const key of keys) expect(await status(link({ key }).inPath('a')), key).toBe(200);
    expect(await status(link({ key: 'a-key-of-somebody-else' }).inPath('a'))).toBe(403);
    const rotated = await lock({}, { keys: [keys[0]] });
    expect(await rotated.status(link({ key: keys[1] }).inPath('a'))).toBe(403);
  });

  it('tells an expired link from one that is not valid', async () => {
    const { ask, status } = await lock();
    const late = link({ expires: past() });
    for (const path of [late.inPath('a'), late.inQuery('a'), late.inQuery('index.m3u8')]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers['cache-control']], path).toEqual([410, 'no-store']);
      expect(answer.text).toContain('Link expired');
    }
    expect(await status(late.inPath('a').replace(/~\d+/, `~${soon()}`))).toBe(403);
    expect(await status(link({ key: 'a-key-of-somebody-else', expires: past() }).inPath('a'))).toBe(403);
  });

  it('lets a link for one address in from there alone', async () => {
    const { status } = await lock({}, { bindAddress: true });
    const bound = link({ address: '192.0.2.7' });
    for (const path of [bound.inPath('a'), bound.inQuery('a')]) {
      expect(await status(path, '192.0.2.7')).toBe(200);
      expect(await status(path, '::ffff:192.0.2.7')).toBe(200);
      expect(await status(path, '192.0.2.8')).toBe(403);
    }
    const v6 = link({ address: '2001:db8::a' });
    expect(await status(v6.inPath('a'), '2001:DB8:0:0::A')).toBe(200);
    expect(await status(v6.inPath('a'), '2001:db8::b')).toBe(403);
    expect(await status(link().inPath('a'), '192.0.2.7')).toBe(403);
    const unbound = await lock();
    expect(await unbound.status(bound.inPath('a'), '192.0.2.7')).toBe(403);
  });

  it('asks the other rules too', async () => {
    const { status } = await lock({ addresses: { policy: 'block', list: ['192.0.2.7'] } });
    expect(await status(link().inPath('a'), '192.0.2.7')).toBe(403);
    expect(await status(link().inPath('a'), '192.0.2.8')).toBe(200);
  });

  it.each(['HEAD', 'POST', 'OPTIONS'])('asks %s for its link', async (method) => {
    const { ask } = await lock();
    expect((await ask('/live/news/index.m3u8', { method })).status).toBe(403);
    expect((await ask(link().inPath('index.m3u8'), { method })).status).toBe(200);
  });
});

describe('a link', () => {
  it('covers what lies below its directory, and nothing beside or above', async () => {
    const { status } = await lock();
    const { inPath, token } = link();
    const [head, behind] = inPath('').split('/live/news/') as [string, string];
    expect(await status(inPath(''))).toBe(200);
    expect(await status(inPath('a/b/c.ts'))).toBe(200);
    for (const directory of [
      '/',
      '/live/',
      '/live/sport/',
      '/live/news/a/',
      '/live/NEWS/',
      '/live//news/',
      '//live/news/',
    ])
      expect(await status(`${head}${directory}${behind}a`), directory).toBe(403);
    const query = `?expires=${soon()}&token=${token}`;
    for (const path of ['/live/news/a', '/live/news/b/c']) expect(await status(path + query)).toBe(200);
    for (const path of ['/live/sport/a', '/live/news', '/live/newsa', '/a', '/'])
      expect(await status(path + query), path).toBe(403);
  });

  it('leads nowhere else by dots, slashes or encoding', async () => {
    const { status, seen } = await lock();
    const { inPath, token } = link();
    const query = `?expires=${soon()}&token=${token}`;
    const count = seen().length;
    for (const rest of [
      '../sport/a',
      '%2e%2e/sport/a',
      '..%2Fsport/a',
      '.%2E/sport/a',
      'a/../../sport/a',
      './a',
      'a/..',
      '%2E%2e%2fsport',
    ])
      for (const path of [inPath(rest), `/live/news/${rest}${query}`])
        expect([400, 403], path).toContain(await status(path));
    for (const path of [
      inPath('').replace('/live/news/', '/live/news/../news/'),
      inPath('a').replace('/live/', '/live/./'),
    ])
      expect([400, 403], path).toContain(await status(path));
    expect(seen()).toHaveLength(count);
  });

  it('counts its directory as it is spelt', async () => {
    const { status } = await lock();
    const spelt = link({ directory: '/caf%C3%A9/' });
    expect(await status(spelt.inPath('a'))).toBe(200);
    expect(await status(spelt.inPath('a').replace('%C3%A9', '%c3%a9'))).toBe(403);
  });

  it('may have its tilde encoded', async () => {
    const { ask } = await lock();
    for (const tilde of ['%7E', '%7e']) {
      const answer = await ask(link().inPath('index.m3u8').replace('~', tilde));
      expect([answer.status, answer.cache]).toEqual([200, 'HIT']);
    }
  });

  it('is not valid when any of its letters changed', async () => {
    const { status } = await lock();
    const path = link().inPath('a');
    const from = path.indexOf('.') + 1;
    for (const at of [from, from + 20, from + 42]) {
      const other = path[at] === 'A' ? 'B' : 'A';
      expect(await status(path.slice(0, at) + other + path.slice(at + 1)), String(at)).toBe(403);
    }
    // The last letter holds two bits that a decoder drops.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sibling = alphabet[alphabet.indexOf(path[from + 42]!) ^ 1]!;
    expect(await status(path.slice(0, from + 42) + sibling + path.slice(from + 43))).toBe(403);
    expect(await status(path.replace(/~(\d+)/, (_all, digits) => `~0${digits}`))).toBe(403);
    expect(await status(path.replace(/~(\d+)/, (_all, digits) => `~${Number(digits) + 1}`))).toBe(403);
  });

  it.each([
    '/live/news/~/a',
    '/live/news/~1.x/a',
    '/live/news/~.x/a',
    '/live/news/a?token=&expires=',
    '/live/news/a?token=x',
    '/live/news/a?expires=99999999999',
    `/live/news/a?expires=99999999999&token=${'x'.repeat(43)}`,
    `/live/news/a?expires=9e9&token=${'x'.repeat(43)}`,
    `/live/news/a?expires=99999999999999&token=${'x'.repeat(43)}`,
    `/live/news/~99999999999.${'+'.repeat(43)}/a`,
    `/live/news/~99999999999.${'x'.repeat(43)}`,
    `/${'a/'.repeat(2000)}?expires=99999999999&token=${'x'.repeat(43)}`,
  ])('of another shape is none: %s', async (path) => {
    const { status } = await lock();
    expect(await status(path)).toBe(403);
  });

  it('with its parameters in another order, among others, is as good; the others reach the origin', async () => {
    const { ask, seen } = await lock();
    const expires = soon();
    const { token } = link({ expires });
    expect((await ask(`/live/news/a?size=20&token=${token}&cc=no-store&expires=${expires}&x`)).status).toBe(200);
    expect(seen().at(-1)?.url).toBe('/live/news/a?size=20&cc=no-store&x');
  });
});

describe('a playlist whose link is in the query', () => {
  it('is answered by a redirect to the link in the path, which needs no host', async () => {
    const { ask } = await lock();
    const expires = soon();
    const { inQuery, token } = link({ expires });
    const answer = await ask(`${inQuery('index.m3u8')}&_HLS_skip=YES`, { headers: { host: `l${count}.test:8443` } });
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `/live/news/~${expires}.${token}/index.m3u8?_HLS_skip=YES`,
    ]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect((await ask(answer.headers.location!)).status).toBe(200);
    const wider = await ask(link({ directory: '/live/', expires }).inQuery('news/index.m3u8'));
    expect(wider.headers.location).toMatch(/^\/live\/~\d+\.[\w-]{43}\/news\/index\.m3u8$/);
  });

  it('is refused without one', async () => {
    const { ask, status } = await lock();
    expect(await status(link({ directory: '/live/sport/' }).inQuery('index.m3u8').replace('sport', 'news'))).toBe(403);
    expect((await ask(link().inQuery('a.ts'))).status).toBe(200);
  });
});

describe('links of our own players', () => {
  const blockAll: Partial<AccessConfig> = {
    pass,
    addresses: { policy: 'allow', list: [] },
    referrers: { policy: 'allow', hosts: [], none: 'block' },
    userAgents: { policy: 'allow', list: [], caseSensitive: false },
    countries: { policy: 'allow', list: [], except: [] },
  };

  it('pass every rule while they are good, and are never bound to an address', async () => {
    const { status } = await lock(blockAll, { bindAddress: true });
    const ours = link({ key: pass });
    expect(await status(ours.inPath('a'))).toBe(200);
    expect(await status(ours.inQuery('a'))).toBe(200);
    expect(await status(link().inPath('a'))).toBe(403);
    expect(await status(ours.inPath('a').replace('/live/news/', '/live/sport/'))).toBe(403);
    expect(await status(link({ key: pass, expires: past() }).inPath('a'))).toBe(403);
  });

  it('are told that they have expired where nothing but the link is asked for', async () => {
    const { status } = await lock({ pass });
    expect(await status(link({ key: pass, expires: past() }).inPath('a'))).toBe(410);
  });

  it('pass a zone whose links need no signature, and do not open a disabled one', async () => {
    const { status, host } = await lock({ pass, token: null, addresses: blockAll.addresses! });
    const ours = link({ key: pass });
    expect(await status(ours.inPath('a'))).toBe(200);
    expect(await status('/live/news/a')).toBe(403);
    const access = { token: null, referrers: null, countries: null, addresses: null, userAgents: null, pass };
    await edge.control.putZones([zoneOf(`l${count}`, origin, { hosts: [host], disabled: true, access })]);
    expect(await status(ours.inPath('a'))).toBe(403);
  });
});

describe('on a host that zones share', () => {
  it('a link may cover one path or all of them, but opens the zone of its key only', async () => {
    const access = (key: string): AccessConfig => ({
      token: { keys: [key], bindAddress: false },
      referrers: null,
      countries: null,
      addresses: null,
      userAgents: null,
      pass: null,
    });
    const zones = keys.map((key, at) =>
      zoneOf(`shared${at}`, origin, { hosts: ['shared.test'], path: `p${at}`, access: access(key) }),
    );
    expect(await edge.control.putZones(zones)).toEqual({ refused: [] });
    const status = async (path: string) => (await edge.ask('shared.test', path)).status;
    for (const directory of ['/p0/', '/']) {
      const signed = link({ directory });
      for (const form of [signed.inPath, signed.inQuery]) {
        expect(await status(form(directory === '/' ? 'p0/a.ts' : 'a.ts')), directory).toBe(200);
        expect(await status(form(directory === '/' ? 'p1/a.ts' : '../p1/a.ts')), directory).not.toBe(200);
      }
    }
    const redirected = await edge.ask('shared.test', link({ directory: '/' }).inQuery('p0/index.m3u8'));
    expect([redirected.status, await status(redirected.headers.location!)]).toEqual([302, 200]);
  });
});

describe('logs', () => {
  it('never hold the signature of a link, whatever became of it', async () => {
    const { ask, host } = await lock();
    const good = link();
    const late = link({ expires: past() });
    const other = link({ key: 'a-key-of-somebody-else' });
    const paths = [good, late, other].flatMap(({ inPath, inQuery }) => [
      inPath('x.ts?y=1'),
      inQuery('index.m3u8'),
      inQuery('x'),
    ]);
    for (const path of paths) await ask(path);
    const lines = async () => (await edge.accessLines(1)).filter((line) => line.host === host);
    await expect.poll(async () => (await lines()).length, { timeout: 10_000 }).toBe(paths.length + 1);
    const uris = (await lines()).map(({ uri, status }) => `${status} ${uri}`);
    const opened = '200 /live/news/index.m3u8';
    expect(uris.sort()).toEqual(
      [
        [200, 302, 200],
        [410, 410, 410],
        [403, 403, 403],
      ]
        .flatMap(([a, b, c]) => [`${a} /live/news/x.ts?y=1`, `${b} /live/news/index.m3u8`, `${c} /live/news/x`])
        .concat(opened)
        .sort(),
    );
  });

  it('hold a plain zone’s parameters of the same names as they are', async () => {
    await edge.control.putZones([zoneOf('plain', origin)]);
    const path = `/live/a?expires=${soon()}&token=${link().token}`;
    expect((await edge.ask('plain.test', path)).status).toBe(200);
    expect(origin.seen.at(-1)?.url).toBe(path);
  });
});
