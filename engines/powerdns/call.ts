import { Agent, type IncomingMessage, request } from 'node:http';

/** PowerDNS does not take this, in its own words: asking again changes nothing. */
export class PowerDnsRefused extends Error {
  override name = 'PowerDnsRefused';
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** PowerDNS does not answer, or cannot at the moment: worth asking again. */
export class PowerDnsAway extends Error {
  override name = 'PowerDnsAway';
}

/** Signing a zone of 100,000 names takes seconds. */
const timeoutMs = 60_000;

/** One request to the API of PowerDNS and its answer; undefined where the answer is empty. */
export class ApiCaller {
  readonly #base: string;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor({ url, key }: { url: string; key: string }) {
    this.#base = `${url}/api/v1/servers/localhost`;
    this.#key = key;
  }

  close(): void {
    this.#agent.destroy();
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, text } = await this.#send(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (status >= 500) throw new PowerDnsAway(`PowerDNS answers ${status}: ${reasonIn(text)}`);
    if (status >= 400) throw new PowerDnsRefused(status, reasonIn(text));
    return text === '' ? undefined : JSON.parse(text);
  }

  #send(method: string, path: string, body: string | undefined): Promise<{ status: number; text: string }> {
    const headers = { 'x-api-key': this.#key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const away = (error: Error) => reject(new PowerDnsAway(`PowerDNS is away: ${error.message}`, { cause: error }));
      const asked = request(`${this.#base}${path}`, { method, headers, agent: this.#agent, timeout: timeoutMs });
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
      asked.on('error', away);
      asked.on('response', (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', away);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      asked.end(body);
    });
  }
}

/** One sentence out of `{"error": …}`, without hints at tools that its reader does not have. */
function reasonIn(text: string): string {
  let said = text;
  try {
    said = String((JSON.parse(text) as { error?: unknown }).error ?? text);
  } catch {
    // Not everything that answers is JSON.
  }
  return said
    .replace(/ \(try 'pdnsutil [^)]*\)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500);
}
