import { createHash } from 'node:crypto';
import { attachment, readRange } from '@headwater/contract/downloads/file-answer';
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
