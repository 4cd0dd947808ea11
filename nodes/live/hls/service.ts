import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { untilDrained } from '@headwater/engines/lib';
import { describe, log } from '../../lib/log.ts';
import { SegmentFile } from '../segments/segment-file.ts';
import type { SegmentIndex } from '../segments/segment-index.ts';
import { readRequest } from './paths.ts';
import { type Playlist, Playlists } from './playlists.ts';
import type { ViewRules } from './views.ts';

/** What the service must know of a stream; a LiveStream is one. */
export type ServedStream = ViewRules & {
  id: string;
  path: string;
  door: string;
  disabled: 'no' | 'stream' | 'service';
};

export type HlsOptions = {
  index: SegmentIndex;
  mediaFolder: string;
  streamOf: (id: string) => ServedStream | undefined;
  nowMs?: () => number;
};

/** What any page may read, and of the answers what players ask for. */
const shared = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Date, ETag' };
const preflight = {
  ...shared,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};
const playlistType = 'application/vnd.apple.mpegurl';

/** The node's door to what it plays: manifests made from the index, and segments that the index knows. Not yet listening. */
export function createHlsServer(options: HlsOptions): Server {
  const playlists = new Playlists();
  const nowMs = options.nowMs ?? Date.now;
  const { index } = options;

  function answer(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const asked = readRequest(request.url ?? '');
    const stream = asked === null ? undefined : options.streamOf(asked.streamId);
    if (asked === null || stream === undefined || stream.path !== asked.path) {
      return refuse(response, 404, 'There is no such stream.', 'no-store');
    }
    if (!opens(request.headers['x-headwater-door'], stream.door)) {
      return refuse(response, 403, 'This door opens for the edges of its provider only.', 'no-store');
    }
    if (stream.disabled !== 'no') return refuse(response, 403, 'This stream is disabled.', 'no-store');
    if (request.method === 'OPTIONS') return void response.writeHead(204, preflight).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, 405, 'Only GET, HEAD and OPTIONS are answered.', 'no-store', {
        Allow: 'GET, HEAD, OPTIONS',
      });
    }
    const timeline = index.timelineOf(stream.id);
    if (asked.what === 'segment') {
      const file = index.find(stream.id, asked.rung, asked.part, asked.place);
      if (file === null) return refuse(response, 404, 'This segment is not here, or not any more.', 'max-age=1');
      return sendFile(request, response, join(options.mediaFolder, file));
    }
    const playlist =
      asked.what === 'master'
        ? playlists.master(timeline, asked.view, stream, nowMs())
        : playlists.media(timeline, asked.view, asked.rung, asked.isDelta, stream, nowMs());
    // Asked again soon, and not by all players at once.
    if (playlist === null) return refuse(response, 404, 'There is nothing to play now.', 'max-age=1');
    return sendPlaylist(request, response, playlist, asked.what === 'master' ? 2 : 1);
  }

  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    Promise.resolve(answer(request, response)).catch((error: unknown) => {
      log.error('cannot answer a player', { reason: describe(error) });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'This cannot be answered now.', 'no-store');
    });
  });
}

function opens(shown: string | string[] | undefined, door: string): boolean {
  if (typeof shown !== 'string') return false;
  const [a, b] = [Buffer.from(shown), Buffer.from(door)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(
  response: ServerResponse,
  status: number,
  words: string,
  cacheControl: string,
  headers: Record<string, string> = {},
): void {
  const body = `${words}\n`;
  response
    .writeHead(status, {
      ...shared,
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': cacheControl,
    })
    .end(response.req.method === 'HEAD' ? undefined : body);
}

function sendPlaylist(
  request: IncomingMessage,
  response: ServerResponse,
  playlist: Playlist,
  maxAgeSeconds: number,
): void | Promise<void> {
  const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!isZipped) return sendBody(request, response, playlist, maxAgeSeconds, playlist.body, false);
  if (playlist.gzipped) return sendBody(request, response, playlist, maxAgeSeconds, playlist.gzipped, true);
  return playlist.gzip().then((zipped) => sendBody(request, response, playlist, maxAgeSeconds, zipped, true));
}

function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  { etag }: Playlist,
  maxAgeSeconds: number,
  body: Buffer,
  isZipped: boolean,
): void {
  const headers: Record<string, string | number> = {
    ...shared,
    'Content-Type': playlistType,
    'Cache-Control': `max-age=${maxAgeSeconds}`,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  const known = request.headers['if-none-match'];
  if (known?.includes(etag.slice(2))) return void response.writeHead(304, headers).end();
  if (isZipped) headers['Content-Encoding'] = 'gzip';
  headers['Content-Length'] = body.length;
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** Most segments go out in one piece. */
const pieceBytes = 256 * 1024;

async function sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const file = SegmentFile.open(path);
  if (file === null) return refuse(response, 404, 'This segment is not here any more.', 'max-age=1');
  try {
    response.writeHead(200, {
      ...shared,
      'Content-Type': 'video/mp2t',
      'Content-Length': file.size,
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    if (request.method === 'HEAD' || file.size === 0) return void response.end();
    for (let sent = 0; sent < file.size; ) {
      const piece = await file.read(sent, pieceBytes);
      // A player that goes away in the middle is no fault.
      if (response.destroyed) return;
      if (piece.length === 0) throw new Error(`${path} became shorter`);
      sent += piece.length;
      if (sent < file.size && !response.write(piece)) await untilDrained(response);
      else if (sent === file.size) response.end(piece);
    }
  } finally {
    file.close();
  }
}
