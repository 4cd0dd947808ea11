import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's web server: every path says which version of it this is, and may be cached for an hour. */
export class Origin {
  version = 1;
  requests = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.requests++;
      response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600' });
      response.end(`${request.url} version ${this.version}`);
    });
  }

  static async listen(): Promise<Origin> {
    const origin = new Origin();
    await new Promise<void>((resolve) => origin.#server.listen(0, '127.0.0.1', resolve));
    return origin;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
