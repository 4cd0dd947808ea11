import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** For these names, signed by itself. */
export async function makeCertificate(...names: string[]): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`;
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const who = ['-subj', `/CN=${names[0]}`, '-addext', alternatives];
  await run('openssl', ['req', ...kind, ...who, '-keyout', key, '-out', cert]);
  const made = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true });
  return made;
}

type Page = { status?: number; headers?: http.OutgoingHttpHeaders; body?: string | Buffer };
export type SourceOptions = { segments?: number; tls?: { key: string; cert: string } };

/**
 * Somebody else's server, from which streams are pulled: `/live/index.m3u8` slides by the clock over one-second segments
 * and begins again at the end, `/vod/index.m3u8` has all of them, `/video.mp4` answers ranges. Pages may be laid over it.
 */
export class SourceServer {
  readonly pages = new Map<string, Page>();
  readonly requests: { method: string; url: string; headers: http.IncomingHttpHeaders }[] = [];
  readonly #options: SourceOptions;
  readonly #server: http.Server;
  readonly #startedMs = Date.now();
  #segments: Buffer[] = [];
  #video: Buffer = Buffer.alloc(0);

  constructor(options: SourceOptions = {}) {
    this.#options = options;
    const answer = (request: IncomingMessage, response: ServerResponse): void => this.#answer(request, response);
    this.#server = options.tls ? https.createServer(options.tls, answer) : http.createServer(answer);
  }

  async start(): Promise<this> {
    await this.#makeClip();
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Under a name that resolves to this machine. */
  url(path: string, host = '127.0.0.1'): string {
    return `${this.#options.tls ? 'https' : 'http'}://${host}:${this.port}${path}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #makeClip(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'source-'));
    const seconds = String(this.#options.segments ?? 6);
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=15`, '-f', 'lavfi', '-i', 'sine=frequency=440'];
    const encoding = ['-t', seconds, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-sc_threshold', '0'];
    const mp4 = [
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      '64k',
      '-movflags',
      '+faststart',
      join(folder, 'video.mp4'),
    ];
    await run('ffmpeg', ['-v', 'error', '-nostdin', ...picture, ...encoding, ...mp4]);
    const cut = ['-c', 'copy', '-f', 'segment', '-segment_time', '1', join(folder, '%03d.ts')];
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', join(folder, 'video.mp4'), ...cut]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
    this.#segments = await Promise.all(names.map((name) => readFile(join(folder, name))));
    this.#video = await readFile(join(folder, 'video.mp4'));
    await rm(folder, { recursive: true });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers });
    const path = url.split('?')[0] ?? '';
    const page = this.pages.get(path) ?? this.#ownPage(path, headers.range);
    const { status = 200, headers: said = {}, body = '' } = page ?? { status: 404 };
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...said });
    response.end(method === 'HEAD' ? undefined : body);
  }

  #ownPage(path: string, range: string | undefined): Page | undefined {
    const type = { 'content-type': 'application/vnd.apple.mpegurl' };
    if (path === '/live/index.m3u8') return { headers: type, body: this.#livePlaylist() };
    if (path === '/vod/index.m3u8')
      return { headers: type, body: this.playlist(this.#segments.map((_, n) => `${n}.ts`)) };
    if (path === '/video.mp4') return this.#videoPage(range);
    const number = /^\/(?:live|vod)\/(\d+)\.ts$/.exec(path)?.[1];
    const segment = number === undefined ? undefined : this.#segments[Number(number) % this.#segments.length];
    return segment && { headers: { 'content-type': 'video/mp2t' }, body: segment };
  }

  /** One that has ended, of one-second segments. */
  playlist(segments: string[]): string {
    const lines = segments.flatMap((segment) => ['#EXTINF:1.0,', segment]);
    return ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:1', ...lines, '#EXT-X-ENDLIST', ''].join('\n');
  }

  #livePlaylist(): string {
    const first = Math.floor((Date.now() - this.#startedMs) / 1000);
    const numbers = [0, 1, 2, 3].map((n) => first + n);
    const loop = this.#segments.length;
    const rounds = Math.floor((first + loop - 1) / loop);
    const lines = numbers.flatMap((n) => [
      ...(n % loop === 0 && n > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      '#EXTINF:1.0,',
      `${n}.ts`,
    ]);
    const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:1', `#EXT-X-MEDIA-SEQUENCE:${first}`];
    return [...head, `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.max(0, rounds - 1)}`, ...lines, ''].join('\n');
  }

  #videoPage(range: string | undefined): Page {
    const all = this.#video;
    const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    if (from === undefined) return { headers, body: all };
    const start = Number(from);
    const end = to ? Math.min(Number(to), all.length - 1) : all.length - 1;
    const contentRange = `bytes ${start}-${end}/${all.length}`;
    return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: all.subarray(start, end + 1) };
  }
}
