import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { attachment, readRange } from '@headwater/contract/downloads/file-answer';
import type { StoredRecording } from '@headwater/contract/nodes/storage-document';
import { describe, log } from '../lib/log.ts';
import { nameOf, type RecordingFiles, UploadRefused } from './files.ts';
import { readTarget, type Target } from './request-target.ts';

export type DoorOptions = {
  files: RecordingFiles;
  recording: (id: string) => StoredRecording | undefined;
  /** Its file is here, all of it. */
  onStored: (id: string) => Promise<void>;
};

/** An upload that says nothing for this long is broken off. */
const idleMs = 120_000;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Where live nodes bring recordings, and edges fetch them. */
export class Door {
  readonly #options: DoorOptions;
  readonly #server: http.Server;

  constructor(options: DoorOptions) {
    this.#options = options;
    // Hours of video through a slow line are one request.
    this.#server = http.createServer({ requestTimeout: 0 }, (request, response) => this.#serve(request, response));
    this.#server.on('checkContinue', (request, response) => this.#serve(request, response));
    this.#server.setTimeout(idleMs);
  }

  async listen(address: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, address, resolve);
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error: unknown) => {
      if (!request.destroyed && !response.destroyed) log.warn('a request failed', { reason: describe(error) });
      if (response.headersSent) response.destroy();
      else say(response, 500, 'This storage cannot do that now.');
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = readTarget(request.url ?? '');
    const recording = target === null ? undefined : this.#options.recording(target.id);
    if (target === null || recording === undefined) return say(response, 404, 'There is no such recording.');
    const brought = String(request.headers['x-headwater-door'] ?? '');
    if (!timingSafeEqual(hash(brought), hash(recording.door))) return say(response, 403, 'The door stays closed.');
    if (request.method === 'PUT') return await this.#take(request, response, recording);
    if (request.method === 'GET' || request.method === 'HEAD')
      return await this.#give(request, response, target, recording);
    response.setHeader('allow', 'GET, HEAD, PUT');
    say(response, 405, 'Recordings are brought and fetched, nothing else.');
  }

  async #take(request: IncomingMessage, response: ServerResponse, recording: StoredRecording): Promise<void> {
    const { files, onStored } = this.#options;
    const announced = request.headers['content-length'];
    if (announced !== undefined && Number(announced) !== recording.sizeBytes) {
      return answerUpload(
        request,
        response,
        422,
        `${announced} bytes were announced; this recording has ${recording.sizeBytes}.`,
      );
    }
    if ((await files.find(recording)) === null) {
      if (request.headers.expect !== undefined) response.writeContinue();
      try {
        await files.receive(recording, request);
      } catch (error) {
        if (!(error instanceof UploadRefused)) throw error;
        return answerUpload(request, response, error.status, error.message);
      }
      if (this.#options.recording(recording.id)?.sha256 !== recording.sha256) {
        // It was deleted, or made anew, while it came.
        await files.remove(nameOf(recording));
        return answerUpload(request, response, 404, 'There is no such recording any more.');
      }
      log.info('a recording is stored', { id: recording.id, bytes: recording.sizeBytes });
    }
    await onStored(recording.id);
    answerUpload(request, response, 201, 'Stored.');
  }

  async #give(
    { headers, method }: IncomingMessage,
    response: ServerResponse,
    { saveAs }: Target,
    recording: StoredRecording,
  ): Promise<void> {
    const file = await this.#options.files.find(recording);
    if (file === null) return say(response, 404, 'There is no such recording.');
    const etag = `"${recording.sha256}"`;
    const modified = file.modifiedAt.toUTCString();
    response.setHeaders(
      new Map([
        ['accept-ranges', 'bytes'],
        // It never changes, and is fetched with keys that end: whoever keeps it asks first.
        ['cache-control', 'private, no-cache'],
        ['etag', etag],
        ['last-modified', modified],
        ['content-type', 'video/mp4'],
        ['x-content-type-options', 'nosniff'],
        ...(saveAs === null ? [] : ([['content-disposition', attachment(saveAs)]] as const)),
      ]),
    );
    const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.some((tag) => tag === etag || tag === '*')) return void response.writeHead(304).end();
    const condition = headers['if-range'];
    const isSame = condition === undefined || condition === etag || condition === modified;
    const range = isSame ? readRange(headers.range, file.sizeBytes) : null;
    if (range === 'beyond') {
      response.setHeader('content-range', `bytes */${file.sizeBytes}`);
      return say(response, 416, `The recording has ${file.sizeBytes} bytes.`);
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    response.setHeader('content-length', end - start + 1);
    if (range !== null) response.setHeader('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
    response.writeHead(range === null ? 200 : 206);
    if (method === 'HEAD') return void response.end();
    await pipeline(createReadStream(file.path, { start, end, highWaterMark: 256 * 1024 }), response).catch(() =>
      // Viewers come and go.
      response.destroy(),
    );
  }
}

function say(response: ServerResponse, status: number, words: string): void {
  response.removeHeader('content-disposition');
  const body = `${words}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** What still comes is read, so that whoever brings it gets to read the answer. */
function answerUpload(request: IncomingMessage, response: ServerResponse, status: number, words: string): void {
  request.resume();
  say(response, status, words);
}
