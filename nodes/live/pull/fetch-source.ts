import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { type DialOptions, dial, dialSecurely } from './dial.ts';
import { SourceProblem } from './source-check.ts';
import { decode } from './source-url.ts';

export type FetchLimits = { answerTimeoutMs: number; idleTimeoutMs: number; mostConnections: number };

/** Connections of one stream, kept open between requests. Each is resolved, checked and pinned when it is made. */
class CheckedAgent extends http.Agent {
  readonly #open: (host: string, port: number) => Promise<Duplex>;

  constructor(open: (host: string, port: number) => Promise<Duplex>, limits: FetchLimits) {
    super({ keepAlive: true, maxSockets: limits.mostConnections, maxFreeSockets: 4, timeout: limits.idleTimeoutMs });
    this.#open = open;
  }

  override createConnection(
    options: http.ClientRequestArgs,
    done?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    callbackify(this.#open)(options.host ?? '', Number(options.port), (error, stream) => done?.(error, stream));
    return undefined;
  }
}

/** Fetches for one stream. */
export class SourceFetcher {
  readonly #limits: FetchLimits;
  readonly #agents: Record<'http:' | 'https:', CheckedAgent>;

  constructor(dialing: DialOptions, limits: FetchLimits) {
    this.#limits = limits;
    this.#agents = {
      'http:': new CheckedAgent((host, port) => dial({ host, port }, dialing), limits),
      'https:': new CheckedAgent((host, port) => dialSecurely({ host, port }, dialing), limits),
    };
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** The answer as soon as its head is there; throws a SourceProblem. */
  fetch(url: URL, headers: http.OutgoingHttpHeaders, method: string, signal: AbortSignal): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return new Promise((resolve, reject) => {
      const request = http.request({
        agent: this.#agents[isSecure ? 'https:' : 'http:'],
        host,
        port: url.port || (isSecure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers, host: url.host },
        maxHeaderSize: 16_384,
        signal,
      });
      request.setTimeout(this.#limits.idleTimeoutMs, () =>
        request.destroy(new SourceProblem('source_unreachable', `${host} does not answer`)),
      );
      const patience = setTimeout(() => {
        const problem = new SourceProblem('source_unreachable', `${host} does not answer`);
        // It hears of its end only once it is connected.
        reject(problem);
        request.destroy(problem);
      }, this.#limits.answerTimeoutMs);
      request.on('response', resolve);
      for (const event of ['response', 'close']) request.on(event, () => clearTimeout(patience));
      request.on('error', (error) =>
        reject(
          error instanceof SourceProblem
            ? error
            : new SourceProblem('source_unreachable', `${host} closed the connection`),
        ),
      );
      request.end();
    });
  }
}

/** The `Authorization` that a URL's user name and password stand for. */
export function credentialsOf(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decode(url.username)}:${decode(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
