import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { RecordingPlace } from '@headwater/contract/nodes/live-report';

export type Upload = (file: string, place: RecordingPlace, signal: AbortSignal) => Promise<void>;

const idleTimeoutMs = 60_000;

/**
 * Brings a file to storage. Resolves once storage has it on disk and its hash was right. A storage that will not take it
 * says so before anything is sent.
 */
export const uploadRecording: Upload = async (file, { url, door }, signal) => {
  const { size } = await stat(file);
  const { request: open } = url.startsWith('https:') ? https : http;
  const request = open(url, {
    method: 'PUT',
    headers: {
      'x-headwater-door': door,
      'content-type': 'video/mp4',
      'content-length': size,
      expect: '100-continue',
    },
    signal,
    timeout: idleTimeoutMs,
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('continue', () => void pipeline(createReadStream(file), request).catch(reject));
    request.on('timeout', () => request.destroy(new Error('the storage does not answer')));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8').slice(0, 300) }),
      );
    });
  });
  request.flushHeaders();
  const { status, text } = await answered.finally(() => request.destroy());
  if (status !== 201) throw new Error(`the storage answered ${status}: ${text.trim()}`);
};
