import { type IncomingMessage, request } from 'node:http';

/** Since dnsdist was started. They tell how many answers a collector should have seen. */
export type DnsdistCounters = {
  /** Another one after each start. */
  life: string;
  answered: number;
  /** Written to the log's connection, or waiting for one. */
  logged: number;
  /** Lost, because too many were waiting. */
  dropped: number;
};

const timeoutMs = 5000;

/** Asks a running dnsdist what it has answered; throws where it is away. */
export async function readCounters({ url, password }: { url: string; password: string }): Promise<DnsdistCounters> {
  const said = JSON.parse(await fetchText(url, `Basic ${Buffer.from(`headwater:${password}`).toString('base64')}`));
  return said as DnsdistCounters;
}

function fetchText(url: string, authorization: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { authorization }, agent: false, timeout: timeoutMs });
    asked.on('timeout', () => asked.destroy(new Error('dnsdist does not answer')));
    asked.on('error', reject);
    asked.on('response', (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`dnsdist answers ${answer.statusCode}`));
      });
    });
    asked.end();
  });
}
