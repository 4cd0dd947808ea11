import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import type { StoredRecording } from '@headwater/contract/nodes/storage-document';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { agentEnvironment } from '../../lib/testing/agent-environment.ts';
import { FakeControlPlane } from '../../lib/testing/fake-control-plane.ts';
import { until } from '../../lib/testing/until.ts';
import { runStorage } from '../agent.ts';
import type { MeasureFree } from '../room.ts';
import { readSettings } from '../settings.ts';

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };
export type Recorded = { document: StoredRecording; content: Buffer };
type Asking = { method?: string; headers?: http.OutgoingHttpHeaders; body?: Buffer };

export const door = 'the-door-key-of-this-recording';

/** A recording of random bytes, and the document that tells of it. */
export function makeRecording(id: string, bytes = 100_000, more: Partial<StoredRecording> = {}): Recorded {
  const content = randomBytes(bytes);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { content, document: { id, nodeId: '1', door, sizeBytes: bytes, sha256, stored: false, ...more } };
}

/** The storage agent as a real process, on loopback. */
export class RealStorage {
  readonly control = new FakeControlPlane('storage');
  folder = '';
  port = 0;
  #child: ChildProcess | null = null;
  #inside: { ending: AbortController; ended: Promise<unknown> } | null = null;

  async prepare(): Promise<this> {
    this.folder = await mkdtemp(join(tmpdir(), 'storage-'));
    this.port = await freePort();
    await this.control.start();
    return this;
  }

  get storageFolder(): string {
    return join(this.folder, 'recordings');
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...agentEnvironment(this.control, join(this.folder, 'node')),
      HEADWATER_STORAGE_FOLDER: this.storageFolder,
      HEADWATER_NODE_ADDRESSES: '203.0.113.9',
      HEADWATER_DOOR_BIND: '127.0.0.1',
      HEADWATER_DOOR_PORT: String(this.port),
      HEADWATER_DOOR_URL: 'http://storage.test:8090',
    };
  }

  async start(): Promise<this> {
    this.control.reports.length = 0;
    this.#child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: this.#environment,
    });
    await until(() => this.last?.serving === true, 'the storage to serve');
    return this;
  }

  /** In this process, where the disk can be made to look full. */
  async startInside(measure: MeasureFree, lookEveryMs?: number): Promise<this> {
    const ending = new AbortController();
    const ended = runStorage(readSettings(this.#environment), ending.signal, measure, lookEveryMs);
    this.#inside = { ending, ended };
    await until(() => this.last?.serving === true, 'the storage to serve');
    return this;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    await endProcess(child, signal);
  }

  /** Answers what the node did against the contract. */
  async remove(): Promise<string[]> {
    await this.kill();
    this.#inside?.ending.abort();
    await this.#inside?.ended;
    await this.control.stop();
    await rm(this.folder, { recursive: true, force: true });
    return this.control.violations;
  }

  get last(): NodeReport | undefined {
    return this.control.reports.at(-1);
  }

  /** Tells the storage of it and waits until it knows. */
  async tell(...documents: StoredRecording[]): Promise<void> {
    for (const document of documents) this.control.put(`recording/${document.id}`, document);
    await this.applied();
  }

  async applied(): Promise<void> {
    await until(() => this.last?.appliedSeq === this.control.seq, 'the acknowledgement');
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
    const request = http.request({ host: '127.0.0.1', port: this.port, path, method, agent: false });
    for (const [name, value] of Object.entries({ 'x-headwater-door': door, ...headers })) {
      if (value !== undefined) request.setHeader(name, value);
    }
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  }

  put({ document, content }: Recorded, headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.ask(`/recordings/${document.id}.mp4`, { method: 'PUT', headers, body: content });
  }

  /** Begins an upload and leaves it there. */
  async begin({ document, content }: Recorded, bytes: number): Promise<http.ClientRequest> {
    const headers = { 'x-headwater-door': door, 'content-length': document.sizeBytes };
    const path = `/recordings/${document.id}.mp4`;
    const request = http.request({ host: '127.0.0.1', port: this.port, path, method: 'PUT', headers, agent: false });
    request.on('error', () => undefined);
    request.write(content.subarray(0, bytes));
    await until(async () => (await this.files()).some((name) => name.startsWith('incoming/')), 'the upload to begin');
    return request;
  }

  /** Every file of the storage, by its path. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.storageFolder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(this.storageFolder.length + 1)).sort();
  }
}

export const pathOf = ({ document: { id, sha256 } }: Recorded): string => `${sha256.slice(0, 2)}/${id}-${sha256}.mp4`;
