import http from 'node:http';
import https from 'node:https';
import type { Args, Reply, Route } from '@headwater/contract/lib/route';

/** No answer that can be trusted: try again later, change nothing. */
export class ControlPlaneAway extends Error {
  override name = 'ControlPlaneAway';
}

/** The control plane no longer knows this node's credential. */
export class NodeRemoved extends Error {
  override name = 'NodeRemoved';
}

/** The control plane understood the request and refuses it; sending it again changes nothing. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Answer = { status: number; text: string };
type CallOptions = { timeoutMs: number; signals?: AbortSignal[] };
type Call = CallOptions & { body?: unknown; query?: Record<string, unknown> };

/** Calls the contract's routes over a few kept-alive connections. */
export class ControlPlane {
  readonly #base: URL;
  readonly #agent: http.Agent;
  readonly #credential: string | null;

  constructor(controlUrl: string, credential: string | null) {
    this.#base = new URL(controlUrl);
    const Agent = this.#base.protocol === 'https:' ? https.Agent : http.Agent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 6 });
    this.#credential = credential;
  }

  async call<R extends Route>(route: R, args: Args<R>, options: CallOptions): Promise<Reply<R>> {
    const { status, text } = await this.#send(route, { ...(args as object), ...options });
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new ControlPlaneAway(`${route.path} answered ${status} without JSON`);
    }
    if (status === route.status) {
      const parsed = route.reply.safeParse(body);
      if (parsed.success) return parsed.data as Reply<R>;
      throw new ControlPlaneAway(`${route.path} answered in a form unknown to this node: ${parsed.error.message}`);
    }
    const error = body as { result?: unknown; message?: unknown };
    // Whoever else answers in between (a proxy, a captive portal) does not speak for the control plane.
    if (error?.result !== 'error') throw new ControlPlaneAway(`${route.path} answered ${status}`);
    const message = `${route.path} answered ${status}: ${String(error.message)}`;
    if (status === 401) throw new NodeRemoved(message);
    if (status >= 500 || status === 429 || status === 408) throw new ControlPlaneAway(message);
    throw new RequestRefused(status, message);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(route: Route, call: Call): Promise<Answer> {
    try {
      return await this.#attempt(route, call);
    } catch (error) {
      // The server may close an idle connection in the very moment it is used again.
      if ((error as { reused?: boolean }).reused === true && !call.signals?.some(({ aborted }) => aborted)) {
        return await this.#attempt(route, call).catch((again: unknown) => {
          throw new ControlPlaneAway(again instanceof Error ? again.message : String(again));
        });
      }
      throw new ControlPlaneAway(error instanceof Error ? error.message : String(error));
    }
  }

  #attempt(route: Route, call: Call): Promise<Answer> {
    const url = new URL(`/api/v1${route.path}`, this.#base);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const payload = call.body === undefined ? null : Buffer.from(JSON.stringify(call.body));
    const headers: http.OutgoingHttpHeaders = { accept: 'application/json' };
    if (this.#credential !== null) headers.authorization = `Bearer ${this.#credential}`;
    if (payload !== null) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = payload.length;
    }
    return new Promise<Answer>((resolve, reject) => {
      const { request: open } = url.protocol === 'https:' ? https : http;
      const request = open(url, { method: route.method, headers, agent: this.#agent });
      const giveUp = (): void => void request.destroy(new Error('given up'));
      const timer = setTimeout(
        () => request.destroy(new Error(`${route.path} did not answer within ${call.timeoutMs} ms`)),
        call.timeoutMs,
      );
      for (const signal of call.signals ?? []) signal.addEventListener('abort', giveUp);
      if (call.signals?.some(({ aborted }) => aborted)) giveUp();
      request.on('close', () => {
        clearTimeout(timer);
        for (const signal of call.signals ?? []) signal.removeEventListener('abort', giveUp);
        // After an answer this changes nothing; without one it is the only word.
        reject(new Error(`${route.path} closed the connection`));
      });
      request.on('error', (error: NodeJS.ErrnoException) =>
        reject(Object.assign(error, { reused: request.reusedSocket && error.code === 'ECONNRESET' })),
      );
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      request.end(payload);
    });
  }
}
