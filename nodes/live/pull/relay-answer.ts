import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { disguise, playlistMark, rewritePlaylist } from './playlist.ts';
import { SourceProblem } from './source-check.ts';

const mostPlaylistBytes = 4 * 1024 * 1024;
/** Cookies are left out: behind disguised hosts they would reach servers that they were not meant for. */
const passedHeaders = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag'];

/** Hands a source's answer on to ffmpeg: redirects and playlists in disguise, everything else as it is. */
export async function relayAnswer(
  answer: IncomingMessage,
  url: URL,
  response: ServerResponse,
  told: { onBytes: (bytes: number) => void; onMedia: () => void },
): Promise<void> {
  const status = answer.statusCode ?? 502;
  const headers = pick(answer);
  const { location } = answer.headers;
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href)) {
    answer.resume();
    response.writeHead(status, { location: disguise(new URL(location, url)), 'content-length': 0 }).end();
    return;
  }
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const next = async (): Promise<Buffer | null> => {
    const { value, done } = await chunks.next();
    if (done) return null;
    told.onBytes(value.length);
    return value;
  };
  const beginning = await readBeginning(next);
  const isZipped = answer.headers['content-encoding'] === 'gzip';
  // Whatever the status and the range: ffmpeg takes the body of anything below 400, and a raw playlist must not reach it.
  if (isPlaylist(beginning) || (isZipped && status < 300)) {
    const body = await readAll(beginning, next);
    const text = (isZipped ? gunzipSync(body, { maxOutputLength: mostPlaylistBytes }) : body).toString('utf8');
    const bytes = Buffer.from(text.startsWith(playlistMark) ? rewritePlaylist(text, withoutUser(url)) : text);
    const { 'content-range': _, 'accept-ranges': __, ...rest } = headers;
    response.writeHead(200, { ...rest, 'content-length': bytes.length }).end(bytes);
    return;
  }
  if (status < 300) told.onMedia();
  response.writeHead(status, headers);
  await pipeline(wholeOf(beginning, next), response);
}

async function* wholeOf(beginning: Buffer, next: () => Promise<Buffer | null>): AsyncGenerator<Buffer> {
  for (let chunk: Buffer | null = beginning; chunk !== null; chunk = await next()) yield chunk;
}

function pick(answer: IncomingMessage): OutgoingHttpHeaders {
  const present = passedHeaders.filter((name) => answer.headers[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, answer.headers[name]]));
}

const isPlaylist = (beginning: Buffer): boolean => beginning.toString('latin1', 0, 7) === playlistMark;

/** At least as much as tells a playlist from a picture. */
async function readBeginning(next: () => Promise<Buffer | null>): Promise<Buffer> {
  let beginning = Buffer.alloc(0);
  for (let chunk = await next(); chunk !== null; chunk = await next()) {
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length >= playlistMark.length) break;
  }
  return beginning;
}

async function readAll(beginning: Buffer, next: () => Promise<Buffer | null>): Promise<Buffer> {
  const chunks = [beginning];
  let length = beginning.length;
  for (let chunk = await next(); chunk !== null; chunk = await next()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostPlaylistBytes) throw new SourceProblem('source_unreachable', 'The playlist is too long');
  }
  return Buffer.concat(chunks);
}

function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
