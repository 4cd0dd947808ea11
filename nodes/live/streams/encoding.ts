import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';
import {
  type EncodeInput,
  findFfmpeg,
  layEncode,
  plannedBitRate,
  rungNames,
  startFfmpeg,
} from '@headwater/engines/ffmpeg';
import { describeSource } from '../processes/redact.ts';
import type { RunRecord } from '../processes/run-record.ts';
import type { PullGate } from '../pull/pull-gate.ts';
import type { PullInput } from '../pull/pull-input.ts';
import type { Connection } from './state.ts';

export type Order = { runId: string; connection: Connection | null; source: number };
export type NotStarted = { reason: EndReason; detail: string };
type Input = { read: EncodeInput; options: string[]; env: Record<string, string>; from: string };

export type EncodingOptions = {
  /** The node's: by it whoever looks for what this node started finds it. */
  folder: string;
  mediaFolder: string;
  /** Sessions are played at `<playUrl>/<session>`. */
  playUrl: string;
  gate: PullGate;
  /** Whether a stream's rungs can be encoded beside those of the others. */
  hasCapacity: (doc: LiveStream) => boolean;
  /** Whether one more stream of its service may be live. */
  isInQuota: (doc: LiveStream) => boolean;
};

/** Of a copy the shortest segment, which goes on to the next key frame. */
const copySeconds = 2;
const probeTimeoutMs = 15_000;
const overQuotaWords = 'It is fetched once another stream of the service has ended.';

/** Starts encoders. */
export class Encoding {
  readonly #options: EncodingOptions;

  constructor(options: EncodingOptions) {
    this.#options = options;
  }

  async start(doc: LiveStream, { runId, connection, source }: Order): Promise<RunRecord | NotStarted> {
    const { mediaFolder, playUrl, hasCapacity, isInQuota } = this.#options;
    const programs = findFfmpeg();
    if (!programs.ok) throw new Error(`${programs.reason}. To install it: ${programs.remedy}`);
    // Of a publisher it was asked before it was let in.
    if (connection === null && !isInQuota(doc)) return { reason: 'over_quota', detail: overQuotaWords };
    if (connection === null && !hasCapacity(doc)) return { reason: 'no_capacity', detail: '' };
    const pulled =
      doc.input.type === 'pull'
        ? { url: doc.input.sources[source]?.url ?? '', password: randomBytes(16).toString('hex') }
        : null;
    const input: Input | NotStarted =
      pulled === null
        ? {
            read: { kind: 'session', url: `${playUrl}/${connection?.name}` },
            options: [],
            env: {},
            from: connection?.address ?? '',
          }
        : await this.#openSource(doc.id, pulled.url, pulled.password);
    if ('reason' in input) return input;
    const { argv, folder } = layEncode({
      programs,
      input: input.read,
      rungs: doc.rungs,
      filter: doc.rungs.length > 0 ? doc.filter : null,
      segmentSeconds: copySeconds,
      startNumber: 0,
      folder: join(mediaFolder, doc.id, runId),
    });
    const env = { HEADWATER_NODE_FOLDER: this.#options.folder, ...input.env };
    const { pid, startTicks } = startFfmpeg({ argv: withOptions(argv, input.options), folder, env });
    return {
      id: runId,
      streamId: doc.id,
      name: pulled === null ? 'encode' : 'pull',
      pid,
      startTicks,
      startedAtMs: Date.now(),
      rungs: rungNames(doc.rungs.length),
      plannedBitRates: doc.rungs.map(plannedBitRate),
      copies: doc.rungs.length === 0,
      targetSeconds: doc.rungs[0]?.gopSeconds ?? null,
      from: input.from,
      pulled,
    };
  }

  /** Whether pictures come from a source; nothing is made of them. */
  async works(doc: LiveStream, source: number): Promise<boolean> {
    const programs = findFfmpeg();
    const url = doc.input.type === 'pull' ? doc.input.sources[source]?.url : undefined;
    if (!programs.ok || url === undefined) return false;
    const probe = `${doc.id}-probe`;
    try {
      const input = await this.#openSource(probe, url, randomBytes(16).toString('hex'));
      if ('reason' in input) return false;
      const flags = ['-hide_banner', '-nostdin', '-loglevel', 'error', ...input.options];
      const read = ['-i', input.read.url, '-map', '0:v:0', '-frames:v', '5', '-f', 'null', '-'];
      const env = { HEADWATER_NODE_FOLDER: this.#options.folder, ...input.env };
      await promisify(execFile)(programs.ffmpeg, [...flags, ...read], {
        env,
        timeout: probeTimeoutMs,
        killSignal: 'SIGKILL',
      });
      return true;
    } catch {
      return false;
    } finally {
      this.#options.gate.close(probe);
    }
  }

  async #openSource(streamId: string, url: string, password: string): Promise<Input | NotStarted> {
    const opened = await this.#options.gate.open(streamId, url, password);
    if (!opened.ok) return { reason: opened.reason, detail: opened.detail };
    const { kind, url: read, options, env } = opened.input;
    return { read: { kind: 'source', format: kind, url: read }, options, env, from: describeSource(url) };
  }
}

/** What the gate demands has the last word. */
function withOptions(argv: string[], options: PullInput['options']): string[] {
  const input = argv.indexOf('-i');
  return [...argv.slice(0, input), ...options, ...argv.slice(input)];
}
