import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

/** A customer's own web server, which counts what it is asked. */
export class Origin {
  readonly #server: Server;
  readonly #asked = new Map<string, number>();
  readonly #answers = new Map<string, Partial<Answer>>();
  readonly #words: string;

  private constructor(words: string) {
    this.#words = words;
    this.#server = createServer((request, response) => this.#answer(request.url ?? '/', response));
  }

  static async open(words = 'from the origin', host = '127.0.0.1', port = 0): Promise<Origin> {
    const origin = new Origin(words);
    origin.#server.listen(port, host);
    await once(origin.#server, 'listening');
    return origin;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often a path was fetched. */
  asked(path: string): number {
    return this.#asked.get(path) ?? 0;
  }

  /** Decides what a path answers; a path that nothing was decided for is a page that may be kept for an hour. */
  answers(path: string, answer: Partial<Answer>): void {
    this.#answers.set(path, answer);
  }

  #answer(path: string, response: ServerResponse): void {
    this.#asked.set(path, this.asked(path) + 1);
    const { status = 200, headers = {}, body = `${path} ${this.#words}\n` } = this.#answers.get(path) ?? {};
    response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600', ...headers });
    response.end(body);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
