import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forbiddenReason, resolveOrigin } from '@headwater/engines/address';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../lib/testing/until.ts';
import { pullByFfmpeg } from '../testing/pull-by-ffmpeg.ts';
import { makeCertificate, SourceServer } from '../testing/source-server.ts';
import { PullGate } from './pull-gate.ts';
import type { SourceRules } from './source-check.ts';

let folder = '';
let tls = { key: '', cert: '' };
let source: SourceServer;
let secureSource: SourceServer;
/** Somebody inside our network, who must never hear from a pulled stream. */
let canary: Server;
let canaryPort = 0;
let heard: string[] = [];
let gate: PullGate;
let refused: string[] = [];
const names = new Map<string, string[] | (() => string[])>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pull-'));
  tls = await makeCertificate('source.test', 'other.test');
  source = await new SourceServer().start();
  secureSource = await new SourceServer({ tls }).start();
  canary = createServer((socket) => {
    heard.push('connection');
    socket.on('error', () => undefined);
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  canaryPort = (canary.address() as AddressInfo).port;
});
afterAll(async () => {
  await source.stop();
  await secureSource.stop();
  canary.close();
  await rm(folder, { recursive: true });
});

/** As in the world, but for the test's own servers, which have to be on loopback. */
const rules: SourceRules = {
  judge: (address, port) => (port === source.port || port === secureSource.port ? null : forbiddenReason(address)),
  resolve: async (host, options) => {
    const known = names.get(host);
    if (known === undefined) return await resolveOrigin(host, options);
    const addresses = typeof known === 'function' ? known() : known;
    return { addresses: addresses.map((address) => ({ address, family: 4 as const })), ttlSeconds: 5 };
  },
};

beforeEach(async () => {
  heard = [];
  refused = [];
  names.clear();
  for (const name of ['source.test', 'other.test']) names.set(name, ['127.0.0.1']);
  source.pages.clear();
  secureSource.pages.clear();
  source.requests.length = 0;
  secureSource.requests.length = 0;
  gate = new PullGate({
    rules,
    folder,
    trusted: tls.cert,
    onRefused: (streamId, host, reason) => refused.push(`${streamId} ${host}: ${reason}`),
  });
  await gate.start();
});
afterEach(() => gate.stop());

async function pullFrom(url: string): Promise<{ frames: number; said: string }> {
  const opened = await gate.open('s1', url);
  if (!opened.ok) throw new Error(opened.detail);
  return await pullByFfmpeg(opened.input);
}

test.each([
  ['a live playlist', () => source.url('/live/index.m3u8', 'source.test')],
  ['a playlist over TLS', () => secureSource.url('/live/index.m3u8', 'source.test')],
  ['a file', () => source.url('/video.mp4', 'source.test')],
  ['a file over TLS', () => secureSource.url('/video.mp4', 'source.test')],
])('%s is pulled, and its bytes are counted', async (_, url) => {
  const { frames, said } = await pullFrom(url());
  expect(frames, said).toBeGreaterThan(15);
  expect(gate.bytesIn('s1')).toBeGreaterThan(10_000);
  expect(gate.problemOf('s1')).toBeNull();
  expect(refused).toEqual([]);
});

test('a playlist over TLS leads to other servers, playlists, keys and redirects', async () => {
  const far = (path: string) => source.url(path, 'other.test');
  const near = (path: string) => secureSource.url(path, 'other.test');
  secureSource.pages.set('/moved.m3u8', { status: 302, headers: { location: near('/master.m3u8') } });
  secureSource.pages.set('/master.m3u8', {
    body: ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=300000', `${near('/list.m3u8?x=1')}`, ''].join('\n'),
  });
  const segments = [near('/vod/0.ts'), '/vod/1.ts', far('/moved/2.ts'), `//other.test:${secureSource.port}/vod/3.ts`];
  secureSource.pages.set('/list.m3u8', { body: source.playlist(segments) });
  source.pages.set('/moved/2.ts', { status: 301, headers: { location: near('/vod/2.ts') } });
  const { frames, said } = await pullFrom(secureSource.url('/moved.m3u8', 'source.test'));
  expect(frames, said).toBeGreaterThan(28);
  expect(said).not.toContain('https:');
});

test('a certificate that is not good for the name is not accepted', async () => {
  names.set('wrong.test', ['127.0.0.1']);
  const { frames } = await pullFrom(secureSource.url('/live/index.m3u8', 'wrong.test'));
  expect(frames).toBe(0);
  expect(gate.problemOf('s1')).toMatchObject({ reason: 'source_unreachable' });
  expect(gate.problemOf('s1')?.detail).toContain('certificate');
  expect(secureSource.requests).toEqual([]);
});

const inside = [
  ['loopback', () => `http://127.0.0.1:${canaryPort}/x.ts`],
  ['loopback over TLS', () => `https://127.0.0.1:${canaryPort}/x.ts`],
  ['loopback in another notation', () => `http://2130706433:${canaryPort}/x.ts`],
  ['loopback as IPv6', () => `http://[::ffff:127.0.0.1]:${canaryPort}/x.ts`],
  ['a name that resolves to loopback', () => `http://inside.test:${canaryPort}/x.ts`],
  ['localhost', () => `http://localhost:${canaryPort}/x.ts`],
  ["a cloud's metadata", () => 'http://169.254.169.254/latest/x.ts'],
  ['a proxy of its own choice', () => `httpproxy://127.0.0.1:${canaryPort}/x.ts`],
  ['a bare connection', () => `tcp://127.0.0.1:${canaryPort}/x.ts`],
  ['bare TLS', () => `tls://127.0.0.1:${canaryPort}/x.ts`],
  ['a file', () => 'file:///etc/passwd'],
  ['a path', () => '/etc/passwd'],
  ['data', () => 'data:video/mp2t;base64,AAAA'],
  ['a joint', () => `concat:http://127.0.0.1:${canaryPort}/x.ts|/etc/passwd`],
  ['a part of a file', () => 'subfile,,start,0,end,100,,:/etc/passwd'],
  ['a cipher around a file', () => 'crypto+file:///etc/passwd'],
  ['the proxy itself', () => `http://127.0.0.1:${gate.port}/x.ts`],
] as const;

const shapes = {
  'a segment': (url: string) => source.playlist([url]),
  'a key': (url: string) =>
    source.playlist(['vod/0.ts']).replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="${url}"\n#EXTINF`),
  'a key without quotes': (url: string) =>
    source.playlist(['vod/0.ts']).replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI=${url}\n#EXTINF`),
  'an initial section': (url: string) =>
    source.playlist(['vod/0.ts']).replace('#EXTINF', `#EXT-X-MAP:URI="${url}"\n#EXTINF`),
  'a variant': (url: string) => ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=300000', url, ''].join('\n'),
} as const;

test.each(inside)('nothing is fetched when a playlist points at %s', async (_, address) => {
  names.set('inside.test', ['127.0.0.1']);
  for (const [shape, write] of Object.entries(shapes)) {
    source.requests.length = 0;
    source.pages.set('/list.m3u8', { body: write(address()) });
    const { frames, said } = await pullFrom(source.url('/list.m3u8', 'source.test'));
    if (shape !== 'a key' && shape !== 'a key without quotes') expect(frames, `${shape}: ${said}`).toBe(0);
    expect(heard, `${shape}: ${said}`).toEqual([]);
    expect(said).not.toContain('root:');
  }
});

test('even without the proxy, ffmpeg is allowed nothing but plain HTTP', async () => {
  const opened = await gate.open('s1', source.url('/list.m3u8', 'source.test'));
  if (!opened.ok) throw new Error(opened.detail);
  // What stands later counts, whatever else its command line says.
  const options = ['-protocol_whitelist', 'http,https,tcp,tls,crypto,httpproxy,file', ...opened.input.options];
  const bare = { url: source.url('/list.m3u8'), env: { http_proxy: '' }, options };
  source.pages.set('/list.m3u8', { body: source.playlist(['vod/0.ts']) });
  expect((await pullByFfmpeg(bare)).frames).toBeGreaterThan(10);
  for (const address of inside.map(([, of]) => of()).filter((text) => !text.startsWith('http:'))) {
    source.pages.set('/list.m3u8', { body: source.playlist([address]) });
    expect((await pullByFfmpeg(bare)).frames, address).toBe(0);
    expect(heard, address).toEqual([]);
  }
});

test('an ffmpeg that may use TLS and tunnels goes where a playlist tells it: the listener inside does hear that', async () => {
  source.pages.set('/list.m3u8', { body: source.playlist([`httpproxy://127.0.0.1:${canaryPort}/x.ts`]) });
  const options = ['-protocol_whitelist', 'http,https,tcp,tls,crypto,httpproxy', '-f', 'hls'];
  await pullByFfmpeg({ url: source.url('/list.m3u8'), env: { http_proxy: '' }, options });
  expect(heard).not.toEqual([]);
});

test.each([300, 200, 206])(
  'a playlist that comes with status %s, or as a part, is rewritten like any other',
  async (status) => {
    const headers = { 'content-range': 'bytes 5-900/901' };
    const body = ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=300000', `tcp://127.0.0.1:${canaryPort}/x.m3u8`, ''].join(
      '\n',
    );
    source.pages.set('/list.m3u8', { status, headers, body });
    await pullFrom(source.url('/list.m3u8', 'source.test'));
    expect(heard).toEqual([]);
  },
);

test('a playlist inside an encrypted segment, which the proxy cannot read, is not followed', async () => {
  const key = Buffer.alloc(16, 7);
  const lock = (text: string): Buffer => {
    const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16));
    return Buffer.concat([cipher.update(text), cipher.final()]);
  };
  const inner = ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=300000', `tcp://127.0.0.1:${canaryPort}/x.m3u8`, ''].join(
    '\n',
  );
  const keyed = (segment: string): string =>
    source
      .playlist([segment])
      .replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="key.ts",IV=0x00000000000000000000000000000000\n#EXTINF');
  source.pages.set('/key.ts', { body: key });
  source.pages.set('/list.m3u8', { body: keyed('locked.m3u8') });
  source.pages.set('/locked.m3u8', { body: lock(inner) });
  const opened = await gate.open('s1', source.url('/list.m3u8', 'source.test'));
  if (!opened.ok) throw new Error(opened.detail);
  // Some builds look at the ending of a segment's name first; that alone must not be what saves us.
  const { said } = await pullByFfmpeg({ ...opened.input, options: [...opened.input.options, '-extension_picky', '0'] });
  expect(heard).toEqual([]);
  expect(said).toContain('locked.m3u8');
  expect(said).not.toContain('/x.m3u8');
});

test('an encrypted source is pulled', async () => {
  const key = Buffer.alloc(16, 7);
  const clear = await fetch(source.url('/vod/0.ts')).then((answer) => answer.arrayBuffer());
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16));
  source.pages.set('/locked.ts', { body: Buffer.concat([cipher.update(Buffer.from(clear)), cipher.final()]) });
  source.pages.set('/key.bin', { body: key });
  const tag = '#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x00000000000000000000000000000000';
  source.pages.set('/list.m3u8', { body: source.playlist(['locked.ts']).replace('#EXTINF', `${tag}\n#EXTINF`) });
  const { frames, said } = await pullFrom(source.url('/list.m3u8', 'source.test'));
  expect(frames, said).toBeGreaterThan(10);
});

test('a redirect into our network is refused, and the agent is told', async () => {
  source.pages.set('/video.mp4', { status: 302, headers: { location: `http://127.0.0.1:${canaryPort}/video.mp4` } });
  const { frames } = await pullFrom(source.url('/video.mp4', 'source.test'));
  expect([frames, heard]).toEqual([0, []]);
  expect(refused[0]).toBe('s1 127.0.0.1: 127.0.0.1 is a loopback address');
  expect(gate.problemOf('s1')?.reason).toBe('source_forbidden');
});

test('a playlist that points at a file is refused by name', async () => {
  source.pages.set('/list.m3u8', { body: source.playlist(['file:///etc/passwd']) });
  await pullFrom(source.url('/list.m3u8', 'source.test'));
  expect(refused[0]).toBe('s1 file:: The playlist points to an address that begins with file:, not http: or https:');
});

test('why a live playlist gives nothing is known for as long as it gives nothing', async () => {
  const live = (segment: string) => source.playlist([segment]).replace('#EXT-X-ENDLIST\n', '');
  source.pages.set('/list.m3u8', { body: live('file:///etc/passwd') });
  const pulled = pullFrom(source.url('/list.m3u8', 'source.test'));
  const asked = () => source.requests.filter(({ url }) => url === '/list.m3u8').length;
  await until(() => asked() > 3, 'the playlist to be asked for again and again');
  expect(gate.problemOf('s1')?.reason).toBe('source_forbidden');
  source.pages.set('/list.m3u8', { body: source.playlist(['file:///etc/passwd', 'vod/0.ts']) });
  expect((await pulled).frames).toBeGreaterThan(0);
  expect(gate.problemOf('s1')).toBeNull();
});

test('a name that is public when it is checked and private when it is connected to leads nowhere', async () => {
  let asked = 0;
  names.set('rebinding.test', () => (asked++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']));
  const { frames } = await pullFrom(`http://rebinding.test:${canaryPort}/index.m3u8`);
  expect([frames, heard]).toEqual([0, []]);
  expect(asked).toBeGreaterThan(1);
  expect(refused[0]).toBe('s1 rebinding.test: The name rebinding.test resolves to a loopback address');
});

test.each([
  ['http://127.0.0.1/index.m3u8', '127.0.0.1 is a loopback address'],
  ['https://[::1]/index.m3u8', '::1 is a loopback address'],
  ['rtmp://169.254.169.254/live/x', '169.254.169.254 is a cloud metadata address'],
  ['rtmp://0x7f.1/live/x', '127.0.0.1 is a loopback address'],
  ['rtmps://10.0.0.1/live/x', '10.0.0.1 is a private address'],
])('%s is no source', async (url, detail) => {
  expect(await gate.open('s1', url)).toEqual({ ok: false, reason: 'source_forbidden', detail });
});

test('a source that is not there is told from one that is not allowed', async () => {
  names.set('gone.test', () => []);
  expect(await gate.open('s1', 'rtmp://gone.test/live/x')).toMatchObject({ ok: false, reason: 'source_unreachable' });
  await pullFrom(source.url('/none/index.m3u8', 'source.test'));
  expect(gate.problemOf('s1')).toEqual({ reason: 'source_unreachable', detail: 'The source answered 404' });
});

test('a server that says nothing is given up before ffmpeg gives up, with the reason', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const impatient = new PullGate({
    rules: { ...rules, judge: () => null },
    folder,
    answerTimeoutMs: 500,
    onRefused: () => undefined,
  });
  await impatient.start();
  for (const path of ['/index.m3u8', '/video.mp4']) {
    const opened = await impatient.open('s1', `http://source.test:${port}${path}`);
    if (!opened.ok) throw new Error(opened.detail);
    expect((await pullByFfmpeg(opened.input)).said).toContain('502');
    expect(impatient.problemOf('s1')).toEqual({
      reason: 'source_unreachable',
      detail: 'source.test does not answer',
    });
  }
  await impatient.stop();
  silent.close();
});

test("a source's user name and password reach its own server, and neither ffmpeg nor others", async () => {
  const other = secureSource.url('/vod/1.ts', 'other.test');
  source.pages.set('/list.m3u8', { body: source.playlist(['vod/0.ts', other]) });
  const url = source.url('/list.m3u8', 'source.test').replace('://', '://viewer:s3cret%21@');
  const opened = await gate.open('s1', url);
  if (!opened.ok) throw new Error(opened.detail);
  const { frames, said } = await pullByFfmpeg(opened.input);
  expect(frames, said).toBeGreaterThan(20);
  const sent = `Basic ${Buffer.from('viewer:s3cret!').toString('base64')}`;
  expect(source.requests.map(({ headers }) => headers.authorization)).toEqual([sent, sent]);
  expect(secureSource.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  const given = JSON.stringify([opened.input.url, opened.input.options, said]);
  expect(given).not.toMatch(/s3cret|viewer/);
});

test('without the password of the stream nothing goes through, and not at all once it is closed', async () => {
  const opened = await gate.open('s1', source.url('/vod/index.m3u8', 'source.test'));
  if (!opened.ok) throw new Error(opened.detail);
  const { input } = opened;
  const without = { ...input, env: { ...input.env, http_proxy: `http://s1:wrong@127.0.0.1:${gate.port}` } };
  expect((await pullByFfmpeg(without)).frames).toBe(0);
  expect(source.requests).toEqual([]);
  gate.close('s1');
  expect((await pullByFfmpeg(input)).frames).toBe(0);
  expect(source.requests).toEqual([]);
});

test('an ffmpeg of before goes on when the proxy comes back with its port and password', async () => {
  const { port } = gate;
  const url = source.url('/vod/index.m3u8', 'source.test');
  const opened = await gate.open('s1', url, 'kept');
  await gate.stop();
  gate = new PullGate({ rules, folder, port, onRefused: () => undefined });
  await gate.start();
  gate.reopen('s1', url, 'kept');
  if (!opened.ok) throw new Error(opened.detail);
  expect((await pullByFfmpeg(opened.input)).frames).toBeGreaterThan(15);
});

test('a port that somebody else took meanwhile is no reason not to start', async () => {
  const second = new PullGate({ rules, folder, port: canaryPort, onRefused: () => undefined });
  await second.start();
  expect(second.port).not.toBe(canaryPort);
  await second.stop();
});
