import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestEdge, zoneOf } from './testing/index.ts';
import { openEdge } from './testing/open-edge.ts';

const { origin, edge, newZone, seenOf } = await openEdge();

describe('origins', () => {
  it('get the Host of their URL, or the one the zone names, and a path prefix', async () => {
    const plain = await newZone();
    await plain.ask('/host-plain');
    expect(seenOf('/host-plain')[0]?.headers.host).toBe(`origin.test:${origin.port}`);
    const named = await newZone({ origin: { url: `${origin.url}/prefix/`, hostHeader: 'www.example.org' } });
    await named.ask('/host-named?x=%2F');
    expect(seenOf('/prefix/host-named?x=%2F')[0]?.headers.host).toBe('www.example.org');
  });

  it('never see our internal headers, and clients cannot send them', async () => {
    const { ask, zone } = await newZone();
    const other = await newZone();
    await ask('/internal', {
      headers: {
        'x-headwater-zone': other.zone.id,
        'x-headwater-key': 'k',
        'x-headwater-state': 'EXPIRED',
        'x-headwater-stored': '1',
      },
    });
    const [seen] = seenOf('/internal');
    expect(
      Object.keys(seen!.headers).filter((name) => name.startsWith('x-headwater') && name !== 'x-headwater-stored'),
    ).toEqual([]);
    expect(seen!.headers['cdn-loop']).toBe(`headwater;z=${zone.id}`);
    expect((await ask('/internal')).cache).toBe('HIT');
  });

  it('cannot forge internal headers', async () => {
    const { ask } = await newZone();
    const first = await ask('/forged?cc=no-store');
    expect(first.status).toBe(200);
    expect(first.cache).toBe('MISS');
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers['x-headwater-stored']).toBeUndefined();
    expect((await ask('/forged?cc=no-store')).cache).toBe('BYPASS');
  });

  it('without an address get a page that says so; a copy may stand in', async () => {
    const { zone, ask } = await newZone({ cache: { staleIfErrorSeconds: 60 } });
    await ask('/kept?cc=max-age=1');
    await edge.control.putZones([{ ...zone, origin: { ...zone.origin, addresses: [] } }]);
    const answer = await ask('/new');
    expect(answer.status).toBe(502);
    expect(answer.text).toContain('could not be resolved');
    await sleep(2100);
    expect((await ask('/kept?cc=max-age=1')).cache).toBe('STALE');
  });

  it('that refuse connections get a page that says so, after all addresses were tried', async () => {
    const dead = await newZone({ origin: { addresses: ['127.0.0.1:9'] } });
    const answer = await dead.ask('/');
    expect(answer.status).toBe(502);
    expect(answer.text).toContain('Origin unreachable');
    const half = await newZone({ origin: { addresses: ['127.0.0.1:9', '127.0.0.2:9', origin.address] } });
    for (const path of ['/1', '/2', '/3', '/4']) expect((await half.ask(path)).status).toBe(200);
  });

  it('that lead back to the zone are cut off', async () => {
    const { zone, ask } = await newZone();
    await edge.control.putZones([
      {
        ...zone,
        origin: { url: `http://${zone.hosts[0]}`, hostHeader: null, door: null, addresses: [`127.0.0.1:${edge.port}`] },
      },
    ]);
    expect((await ask('/round')).status).toBe(508);
  });

  it('that hang do not slow another zone', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
    await sleep(20);
    const hanging = await newZone({ origin: { addresses: [`127.0.0.1:${(silent.address() as AddressInfo).port}`] } });
    const healthy = await newZone();
    const stuck = Array.from({ length: 50 }, (_, i) => hanging.ask(`/${i}`).catch(() => undefined));
    await sleep(100);
    const started = performance.now();
    for (let i = 0; i < 20; i++) expect((await healthy.ask(`/quick/${i}`)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(3000);
    silent.close();
    await edge.control.removeZones([hanging.zone.id]);
    void stuck;
  });
});

describe('origins over TLS', () => {
  let folder: string;
  let server: Server;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'edge-tls-'));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '2',
      '-subj',
      '/CN=secure.test',
      '-addext',
      'subjectAltName=DNS:secure.test',
    );
    const options = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };
    server = createTlsServer(options, (_asked, reply) => reply.end('secure')).listen(0, '127.0.0.1');
    await sleep(20);
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('with a certificate of an unknown authority are refused', async () => {
    const { ask } = await newZone({ origin: { url: `https://secure.test:${port}`, addresses: [`127.0.0.1:${port}`] } });
    expect((await ask('/')).status).toBe(502);
  });

  it('are served when the certificate is trusted and names the host, and refused when it names another', async () => {
    const trusting = await new TestEdge({ workers: 1, trustedCertificates: join(folder, 'cert.pem') }).startOpen([
      zoneOf('right', origin, { origin: { url: `https://secure.test:${port}`, addresses: [`127.0.0.1:${port}`] } }),
      zoneOf('wrong', origin, { origin: { url: `https://other.test:${port}`, addresses: [`127.0.0.1:${port}`] } }),
    ]);
    expect((await trusting.ask('right.test', '/')).text).toBe('secure');
    expect((await trusting.ask('wrong.test', '/')).status).toBe(502);
    await trusting.stop();
  });
});

describe('delivery', () => {
  it('20 clients of one new URL cost the origin one request', async () => {
    const { ask } = await newZone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/together?wait=300')));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(seenOf('/together?wait=300')).toHaveLength(1);
  });

  it('uncacheable URLs do not convoy', async () => {
    const { ask } = await newZone();
    const path = '/private?wait=500&cc=no-store';
    await ask(path);
    const started = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => ask(path)));
    expect(performance.now() - started).toBeLessThan(1400);
  });

  it('uncacheable URLs do not convoy for long even when nobody asked before', async () => {
    const { ask } = await newZone();
    const started = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => ask('/new?wait=500&cc=no-store')));
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('a range of a cached object is cut from it', async () => {
    const { ask } = await newZone();
    await ask('/big?size=50000');
    const answer = await ask('/big?size=50000', { headers: { range: 'bytes=10000-10009' } });
    expect([answer.status, answer.cache, answer.text]).toEqual([206, 'HIT', '0123456789']);
    expect(answer.headers['content-range']).toBe('bytes 10000-10009/50000');
  });

  it('text is compressed for clients that take gzip, and one copy serves both', async () => {
    const { ask } = await newZone();
    const path = '/text?size=5000&type=text/css';
    await ask(path);
    const packed = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toBe('Accept-Encoding');
    expect(packed.cache).toBe('HIT');
    expect(gunzipSync(packed.body)).toHaveLength(5000);
    expect((await ask(path)).headers['content-encoding']).toBeUndefined();
    expect(seenOf(path)[0]?.headers['accept-encoding']).toBeUndefined();
  });

  it('no-transform is left uncompressed, fresh and from the cache', async () => {
    const { ask } = await newZone();
    const path = '/untouched?size=5000&type=text/css&cc=max-age=600,no-transform';
    const headers = { 'accept-encoding': 'gzip' };
    expect((await ask(path, { headers })).headers['content-encoding']).toBeUndefined();
    const hit = await ask(path, { headers });
    expect([hit.cache, hit.headers['content-encoding']]).toEqual(['HIT', undefined]);
  });

  it('an origin that varies by Accept-Encoding does not cut the cache into pieces', async () => {
    const { ask } = await newZone();
    const path = '/pieces?size=5000&type=text/css&vary=Accept-Encoding,x-kind';
    await ask(path, { headers: { 'accept-encoding': 'gzip, deflate' } });
    expect((await ask(path, { headers: { 'accept-encoding': 'br;q=0.5' } })).cache).toBe('HIT');
    expect((await ask(path, { headers: { 'x-kind': 'other' } })).cache).toBe('MISS');
  });

  it('the query string can be left out of the key; the origin gets it all the same', async () => {
    const { ask } = await newZone({ cache: { queryString: 'ignore' } });
    await ask('/ignored?a=1');
    expect((await ask('/ignored?a=2')).cache).toBe('HIT');
    expect(seenOf('/ignored?a=1')).toHaveLength(1);
  });

  it('while caching is off nothing new is stored, and what is stored is served', async () => {
    const { ask } = await newZone();
    await ask('/before');
    await edge.control.setCaching(false);
    expect((await edge.control.status()).caching).toBe(false);
    await ask('/meanwhile');
    expect((await ask('/meanwhile')).cache).not.toBe('HIT');
    expect((await ask('/before')).cache).toBe('HIT');
    await edge.control.setCaching(true);
    await ask('/after');
    expect((await ask('/after')).cache).toBe('HIT');
  });

  it('a large answer that is not stored does not touch the disk', async () => {
    const { ask } = await newZone();
    expect((await ask('/large?size=3000000&cc=no-store')).body).toHaveLength(3_000_000);
    expect(edge.errors()).not.toContain('temporary file');
  });
});
