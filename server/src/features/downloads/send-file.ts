import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';

/**
 * Answers with a file to be saved, or with the one range of it that was asked for.
 * @throws Problem `range_not_satisfiable` for a range beyond its end.
 */
export function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { filename, mediaType, content }: Download,
): FastifyReply {
  // Made anew for each request: a range of another version must not be joined to what a browser has.
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'no-store', etag });
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? readRange(headers.range, content.length) : null;
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${content.length}`);
    throw new Problem('range_not_satisfiable', `The file has ${content.length} bytes: nothing is at this range.`);
  }
  reply.type(mediaType).header('content-disposition', attachment(filename));
  if (!range) return reply.send(content);
  const { start, end } = range;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${content.length}`);
  return reply.send(content.subarray(start, end + 1));
}

type Range = { start: number; end: number };

/** One range of bytes (RFC 9110, 14.1.2), both ends included. Several, or what is no range, are as none: the whole file. */
export function readRange(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** RFC 6266: the name for everybody, and as it is for those who read UTF-8. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
