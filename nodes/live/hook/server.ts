import http from 'node:http';
import { type HookCall, readHookCall } from '@headwater/engines/nginx-rtmp';
import { describe, log } from '../../lib/log.ts';

export type HookAnswers = {
  /** The opaque name under which the publisher is let in; null refuses. */
  publish: (call: HookCall) => Promise<string | null>;
  publishDone: (call: HookCall) => void;
  /** Whether this is a name that one of our encoders may play. */
  play: (name: string) => boolean;
};

const mostBytes = 64_000;

/** What nginx-rtmp asks before anybody may publish or play. Who does not know the path is answered like nobody at all. */
export function createHookServer(path: string, answers: HookAnswers): http.Server {
  const server = http.createServer((request, response) => {
    const answer = (status: number, headers: http.OutgoingHttpHeaders = {}): void => {
      response.writeHead(status, { ...headers, 'content-length': 0, connection: 'close' });
      response.end();
    };
    readBody(request)
      .then(async (body) => {
        if (request.method !== 'POST' || request.url !== path) {
          answer(404);
          return;
        }
        const call = readHookCall(body);
        const name = call !== null && (await decide(call, answers));
        if (name === false) answer(403);
        else answer(name === true ? 200 : 302, name === true ? {} : { location: name });
      })
      .catch((error: unknown) => {
        log.error('a question of the ingest was not answered', { reason: describe(error) });
        // An answer that is missing refuses, as one that says no.
        answer(500);
      });
  });
  server.requestTimeout = 10_000;
  return server;
}

async function decide(call: HookCall, answers: HookAnswers): Promise<string | boolean> {
  if (call.call === 'publish') return (await answers.publish(call)) ?? false;
  if (call.call === 'play') return answers.play(call.name);
  answers.publishDone(call);
  return true;
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) throw new Error('it is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
