import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { application } from './config.ts';
import { type RtmpStat, readStat } from './stat.ts';

const timeoutMs = 5000;

/** Speaks to a running nginx over its control socket. */
export class RtmpControl {
  readonly #socketPath: string;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** Which sessions there are, and who publishes them. */
  async readStat(): Promise<RtmpStat> {
    return readStat(await this.#ask('GET', '/stat'));
  }

  /** Ends the publisher's connection; its players stay and wait. Says whether there was one. */
  dropPublisher(session: string): Promise<boolean> {
    return this.#drop('publisher', session);
  }

  /** Ends all connections of a session, its publisher's too. Says whether there were any. */
  dropAll(session: string): Promise<boolean> {
    return this.#drop('client', session);
  }

  async #drop(whom: 'publisher' | 'client', session: string): Promise<boolean> {
    // nginx compares it as it stands, undecoded.
    if (!/^\w+$/.test(session)) throw new Error('not the name of a session');
    const dropped = await this.#ask('POST', `/control/drop/${whom}?app=${application}&name=${session}`);
    return Number(dropped) > 0;
  }

  async #ask(method: string, path: string): Promise<string> {
    const asking = request({
      socketPath: this.#socketPath,
      path,
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    if (answer.statusCode === 200) return text;
    throw new Error(`nginx did not do ${path.split('?')[0]}: ${answer.statusCode}`);
  }
}
