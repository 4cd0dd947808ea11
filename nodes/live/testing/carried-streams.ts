import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { startFfmpeg } from '@headwater/engines/ffmpeg';
import type { HookCall } from '@headwater/engines/nginx-rtmp';
import { onTestFinished } from 'vitest';
import type { RunRecord } from '../processes/run-record.ts';
import { PullGate } from '../pull/pull-gate.ts';
import { type Recording, Recordings } from '../recordings/recordings.ts';
import { Outbox } from '../reports/outbox.ts';
import { Refusals } from '../reports/refusals.ts';
import { SegmentIndex } from '../segments/segment-index.ts';
import { openStore, Shelf } from '../store.ts';
import { Encoding, type Order } from '../streams/encoding.ts';
import type { StoredStream } from '../streams/kept-stream.ts';
import { KeptStreams } from '../streams/kept-streams.ts';
import type { Room } from '../streams/state.ts';
import { keyOf } from './live-document.ts';

/** The streams of an agent without its ingest and its control plane. Encoders are processes that do nothing. */
export class CarriedStreams {
  readonly folder = mkdtempSync(join(tmpdir(), 'headwater-carried-'));
  readonly #pids: number[] = [];
  /** Those of programs before this one cannot be killed here: they live on unheard, and end with the test. */
  readonly #earlier: (() => Promise<void>)[] = [];
  #ids = 0;
  room: Room = 'ok';
  db = openStore(join(this.folder, 'live.db'));
  index!: SegmentIndex;
  recordings!: Recordings;
  streams = this.#start();

  #start(): KeptStreams {
    const { db, folder } = this;
    const mediaFolder = join(folder, 'media');
    const newId = () => `id${++this.#ids}`;
    const outbox = new Outbox(db);
    this.index = new SegmentIndex({ folder, mediaFolder });
    this.recordings = new Recordings({
      shelf: new Shelf<Recording>(db, 'recordings'),
      folder,
      listSegments: () => [],
      nextNumber: () => 0,
      missingBytes: async () => 0,
      finish: () => Promise.reject(new Error('not here')),
      upload: () => Promise.reject(new Error('not here')),
      tell: () => undefined,
      newId,
    });
    // Names are never resolved: what waits for a source waits for ever.
    const rules = { judge: () => null, resolve: () => new Promise<never>(() => undefined) };
    const gate = new PullGate({ folder, rules, onRefused: () => undefined });
    const encoding = new Encoding({
      folder,
      mediaFolder,
      playUrl: '',
      gate,
      hasCapacity: () => true,
      isInQuota: () => true,
    });
    encoding.start = async (doc, order) => this.#sleep(doc, order);
    const tools = {
      db,
      documents: new Shelf<LiveStream>(db, 'documents'),
      streams: new Shelf<StoredStream>(db, 'streams'),
      runs: new Shelf<RunRecord>(db, 'runs'),
      index: this.index,
      mediaFolder,
      recordings: this.recordings,
      outbox,
      refusals: new Refusals((session) => outbox.putSession(session), newId, Date.now),
      encoding,
      gate,
      drop: () => undefined,
      room: () => this.room,
      newId,
      onChanged: () => undefined,
    };
    return new KeptStreams({ tools, mostEncoders: 9, isDead: async () => false });
  }

  #sleep(doc: LiveStream, { runId }: Order): RunRecord {
    const folder = join(this.folder, 'media', doc.id, runId);
    mkdirSync(folder, { recursive: true });
    const { pid, startTicks } = startFfmpeg({ argv: ['sleep', '600'], folder, env: { PATH: process.env.PATH ?? '' } });
    this.#pids.push(pid);
    const pulled = doc.input.type === 'pull' ? { url: doc.input.sources[0]?.url ?? '', password: 'kept' } : null;
    const name = pulled === null ? 'encode' : 'pull';
    const made = { rungs: ['v0'], plannedBitRates: [], copies: true, targetSeconds: null };
    return {
      id: runId,
      streamId: doc.id,
      name,
      pid,
      startTicks,
      pulled,
      ...made,
      from: 'somewhere',
      startedAtMs: Date.now(),
    };
  }

  /** As after a kill -9: encoders run on. */
  restart(): void {
    this.#earlier.push(this.#ending());
    this.db = openStore(join(this.folder, 'live.db'));
    this.streams = this.#start();
    this.streams.recall();
  }

  stream(id: string) {
    const stream = this.streams.all().find((one) => one.id === id);
    if (stream === undefined) throw new Error(`${id} is not carried`);
    return stream;
  }

  /** Whether its encoder is there, and written down. */
  isRunning(id: string): boolean {
    const { state } = this.stream(id);
    return this.db.prepare('SELECT 1 FROM runs WHERE id = ?').get(state.run?.id ?? '') !== undefined;
  }

  publish(id: string): Promise<string | null> {
    const call: HookCall = {
      call: 'publish',
      name: keyOf(id),
      address: '192.0.2.1',
      agent: '',
      connection: ++this.#ids,
      args: new URLSearchParams(),
    };
    return this.streams.publish(call);
  }

  /** A segment of the encoder that runs. */
  flow(id: string): void {
    this.stream(id).take({ type: 'flowing', runId: this.stream(id).state.run?.id ?? '', from: 'somewhere' });
  }

  /** The encoder that was started last is killed. */
  killLast(): void {
    process.kill(this.#pids.at(-1) ?? 0, 'SIGKILL');
  }

  #ending() {
    const { streams, index, db } = this;
    return async () => {
      await streams.stop();
      index.close();
      db.close();
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#earlier, this.#ending()].map((end) => end()));
    for (const pid of this.#pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Ended already.
      }
    rmSync(this.folder, { recursive: true });
  }
}

/** Gone after the test. */
export function carriedStreams(): CarriedStreams {
  const carried = new CarriedStreams();
  onTestFinished(() => carried.close());
  return carried;
}
