import { createHash, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type DialOptions, dial } from './dial.ts';
import { credentialsOf, type FetchLimits, SourceFetcher } from './fetch-source.ts';
import { unmask } from './playlist.ts';
import { relayAnswer } from './relay-answer.ts';
import { SourceProblem, type SourceRules } from './source-check.ts';

export type ProxyOptions = {
  rules: SourceRules;
  /** A stream's ffmpeg wanted to go where nothing is fetched from. */
  onRefused: (streamId: string, host: string, reason: string) => void;
  /** Picked free unless given; the same one after a restart lets an ffmpeg that lives on go on. */
  port?: number | undefined;
  /** Shorter than ffmpeg's own patience, so that the reason is known. */
  answerTimeoutMs?: number;
  idleTimeoutMs?: number;
  connectTimeoutMs?: number;
  mostConnections?: number;
  /** Certificates to trust instead of Node's list. */
  trusted?: string | undefined;
};

/** `reason` as a session's end names it; `detail` is a sentence. */
export type PullProblem = { reason: 'source_forbidden' | 'source_unreachable'; detail: string };

type Stream = {
  id: string;
  sourceUrl: string;
  passwordHash: Buffer;
  /** The one place that CONNECT may lead to: the server of an RTMPS source. */
  tunnelTo: string | null;
  fetcher: SourceFetcher;
  /** Of requests and tunnels under way. */
  open: Set<AbortController>;
  bytesIn: number;
  problem: PullProblem | null;
};

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The way of every pulled stream's ffmpeg to the world, but for plain RTMP: on loopback, with a password per stream. It
 * resolves, checks and pins each host for each connection, so that neither a playlist, a redirect nor a name that changes
 * its mind leads into our own network.
 */
export class ForwardProxy {
  readonly #options: ProxyOptions;
  readonly #dialing: DialOptions;
  readonly #limits: FetchLimits;
  readonly #streams = new Map<string, Stream>();
  readonly #server: http.Server;
  #port = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
    const { rules, trusted, connectTimeoutMs = 5000, idleTimeoutMs = 20_000, mostConnections = 16 } = options;
    const { answerTimeoutMs = 12_000 } = options;
    const ours = (address: string, port: number): string | null =>
      port === this.#port && address.startsWith('127.') ? "one of the provider's own programs" : null;
    const judge: SourceRules['judge'] = (address, port) => ours(address, port) ?? rules.judge(address, port);
    this.#dialing = { rules: { ...rules, judge }, connectTimeoutMs, trusted };
    this.#limits = { answerTimeoutMs, idleTimeoutMs, mostConnections };
    this.#server = http.createServer({ maxHeaderSize: 16_384, headersTimeout: 10_000 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => socket.destroy());
      this.#tunnel(request, socket).catch(() => socket.destroy());
    });
  }

  async start(): Promise<void> {
    await this.#listen(this.#options.port ?? 0).catch((error: NodeJS.ErrnoException) => {
      // Somebody else took it while we were away: an ffmpeg of before ends, and is started anew.
      if (error.code !== 'EADDRINUSE') throw error;
      return this.#listen(0);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  get port(): number {
    return this.#port;
  }

  get dialing(): DialOptions {
    return this.#dialing;
  }

  async stop(): Promise<void> {
    for (const id of this.#streams.keys()) this.close(id);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  open(id: string, sourceUrl: string, password: string, tunnelTo: string | null): void {
    this.close(id);
    this.#streams.set(id, {
      id,
      sourceUrl,
      passwordHash: hash(password),
      tunnelTo,
      fetcher: new SourceFetcher(this.#dialing, this.#limits),
      open: new Set(),
      bytesIn: 0,
      problem: null,
    });
  }

  /** Whatever is under way for the stream ends. */
  close(id: string): void {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    for (const ending of stream?.open ?? []) ending.abort();
    stream?.fetcher.close();
  }

  bytesIn(id: string): number {
    return this.#streams.get(id)?.bytesIn ?? 0;
  }

  /** Why its source gives nothing, since it last gave something. */
  problemOf(id: string): PullProblem | null {
    return this.#streams.get(id)?.problem ?? null;
  }

  #authorize({ headers }: IncomingMessage): Stream | null {
    const basic = /^Basic (.+)$/i.exec(headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [id = '', password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    const stream = this.#streams.get(id);
    return stream !== undefined && timingSafeEqual(hash(password), stream.passwordHash) ? stream : null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stream = this.#authorize(request);
    request.resume();
    if (stream === null) return void response.writeHead(407, challenge).end();
    const asked = unmask(request.url ?? '', stream.sourceUrl);
    if (asked === null || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(400).end();
    if (asked.type === 'refused') {
      const why = `The playlist points to an address that begins with ${asked.scheme}, not http: or https:`;
      this.#refuse(stream, asked.scheme, why);
      return void response.writeHead(403).end();
    }
    const done = this.#begin(stream, () => response.destroy());
    if (done === null) return void response.writeHead(503).end();
    response.on('close', done.end);
    try {
      const headers = headersFor(request, asked.url, stream.sourceUrl);
      const answer = await stream.fetcher.fetch(asked.url, headers, request.method, done.signal);
      if ((answer.statusCode ?? 0) >= 400) {
        const what = asked.isSource ? 'The source' : asked.url.hostname;
        stream.problem = { reason: 'source_unreachable', detail: `${what} answered ${answer.statusCode}` };
      }
      await relayAnswer(answer, asked.url, response, {
        onBytes: (bytes) => {
          stream.bytesIn += bytes;
        },
        // A playlist that comes again and again says nothing about what it points at.
        onMedia: () => {
          stream.problem = null;
        },
      });
    } catch (error) {
      // ffmpeg went away: that says nothing about the source.
      if (done.signal.aborted) return;
      this.#note(stream, asked.url.hostname, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(error instanceof SourceProblem && error.reason === 'source_forbidden' ? 403 : 502).end();
    }
  }

  /** For RTMPS alone: ffmpeg's TLS goes through, to the source's own server and nowhere else. */
  async #tunnel(request: IncomingMessage, socket: Duplex): Promise<void> {
    const stream = this.#authorize(request);
    if (stream === null) return void socket.end(`HTTP/1.1 407 Sign in\r\n${rawChallenge}\r\n\r\n`);
    const target = request.url ?? '';
    if (target !== stream.tunnelTo) {
      this.#refuse(stream, target, 'Nothing but the source itself is connected to');
      return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    }
    const done = this.#begin(stream, () => socket.destroy());
    if (done === null) return void socket.end('HTTP/1.1 503 Too many connections\r\n\r\n');
    socket.on('close', done.end);
    try {
      const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(target) ?? [];
      const far = await dial({ host, port: Number(port) }, this.#dialing);
      stream.problem = null;
      far.setTimeout(this.#limits.idleTimeoutMs, () => far.destroy());
      far.on('data', (chunk: Buffer) => {
        stream.bytesIn += chunk.length;
      });
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      pipeline(far, socket, far, () => undefined);
    } catch (error) {
      this.#note(stream, target, error);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
  }

  #begin(stream: Stream, cut: () => void): { signal: AbortSignal; end: () => void } | null {
    if (stream.open.size >= this.#limits.mostConnections) return null;
    const ending = new AbortController();
    ending.signal.addEventListener('abort', cut);
    stream.open.add(ending);
    const end = (): void => {
      if (stream.open.delete(ending)) ending.abort();
    };
    return { signal: ending.signal, end };
  }

  #note(stream: Stream, host: string, error: unknown): void {
    if (!(error instanceof SourceProblem)) return;
    if (error.reason === 'source_forbidden') this.#refuse(stream, host, error.message);
    else stream.problem = { reason: error.reason, detail: error.message };
  }

  #refuse(stream: Stream, host: string, reason: string): void {
    stream.problem = { reason: 'source_forbidden', detail: reason };
    this.#options.onRefused(stream.id, host, reason);
  }
}

const challenge = { 'proxy-authenticate': 'Basic realm="pull"', 'content-length': 0 };
const rawChallenge = 'Proxy-Authenticate: Basic realm="pull"';

/** What of ffmpeg's request concerns the source. Its credentials go to its own server only. */
function headersFor({ headers }: IncomingMessage, url: URL, sourceUrl: string): http.OutgoingHttpHeaders {
  const { range, accept, 'user-agent': agent } = headers;
  const source = new URL(sourceUrl);
  const isHome = URL.canParse(sourceUrl) && source.origin === url.origin;
  const authorization = credentialsOf(url) ?? (isHome ? credentialsOf(source) : null) ?? headers.authorization ?? null;
  return {
    'accept-encoding': 'identity',
    accept: accept ?? '*/*',
    ...(agent && { 'user-agent': agent }),
    ...(range && { range }),
    ...(authorization && { authorization }),
  };
}
