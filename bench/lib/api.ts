/** A signed-in client of the API under measurement. */
export class Api {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** @returns the session's token. */
  async signIn(email: string, password: string): Promise<string> {
    this.#token = (await this.ask<{ token: string }>('POST', '/auth/login', { email, password })).token;
    return this.#token;
  }

  /** @throws unless the answer is a success. */
  async ask<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const answer = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = (await answer.json()) as Reply;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`);
    return reply;
  }
}
