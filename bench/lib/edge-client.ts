import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export type EdgeAnswer = { status: number; cache: string; body: string };

/** Asks the edge for a zone's file, as a visitor would. */
export function fetchFromEdge(edgePort: number, hostname: string, path: string): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: edgePort, path, agent, headers: { host: hostname } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        body += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, cache: String(answer.headers['x-cache'] ?? ''), body }),
      );
    }).on('error', reject);
  });
}

/**
 * Asks again and again until the answer is as wanted.
 * @returns milliseconds from the call until the request that was answered so had been sent.
 */
export async function waitForAnswer(
  ask: () => Promise<EdgeAnswer>,
  wanted: (answer: EdgeAnswer) => boolean,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const sentAt = performance.now();
    if (wanted(await ask())) return sentAt - startedAt;
    if (sentAt - startedAt > 20_000) throw new Error('the edge did not change within 20 s');
  }
}
