import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';
import type { RtmpSession } from '@headwater/engines/nginx-rtmp';
import { describe, log } from '../../lib/log.ts';
import type { SegmentGroup } from '../processes/encoder.ts';
import type { Written } from '../processes/part-writer.ts';
import { describeSource, redact } from '../processes/redact.ts';
import { Run } from '../processes/run.ts';
import type { RunRecord } from '../processes/run-record.ts';
import { whyEnded } from '../processes/why-ended.ts';
import type { PullGate } from '../pull/pull-gate.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { Outbox } from '../reports/outbox.ts';
import type { Refusals } from '../reports/refusals.ts';
import { describeSession } from '../reports/words.ts';
import type { SegmentIndex } from '../segments/segment-index.ts';
import type { Shelf } from '../store.ts';
import type { Encoding } from './encoding.ts';
import { Look } from './look.ts';
import {
  type Effect,
  type Ended,
  idle,
  nextAtMs,
  type Room,
  type Session,
  type StreamEvent,
  type StreamState,
} from './state.ts';
import { goodSegments, stalled, step } from './step.ts';
import { noKeyFrameWords, unsupportedCodec, unsupportedWords, whyNotPlayed } from './supported.ts';

/** What is written down of a stream beside its document. */
export type StoredStream = { state: StreamState; bytesBefore: number };

/** What all streams share. */
export type StreamTools = {
  db: DatabaseSync;
  /** Apart from what streams do: a document may hold a logo of a megabyte. */
  documents: Shelf<LiveStream>;
  streams: Shelf<StoredStream>;
  runs: Shelf<RunRecord>;
  index: SegmentIndex;
  mediaFolder: string;
  recordings: Recordings;
  outbox: Outbox;
  refusals: Refusals;
  encoding: Encoding;
  gate: PullGate;
  /** Ends a publisher's connection. */
  drop: (name: string) => void;
  room: () => Room;
  newId: () => string;
  /** The control plane is to hear of it now. */
  onChanged: (streamId: string) => void;
};

/** One stream: takes what happens to it, and does what comes of that. */
export class KeptStream {
  readonly id: string;
  readonly look: Look;
  readonly #tools: StreamTools;
  readonly #runs = new Map<string, Run>();
  #doc: LiveStream | null;
  #state: StreamState;
  #timer: NodeJS.Timeout | null = null;
  #after: Promise<void> = Promise.resolve();
  #bytesBefore: number;
  #isDocWritten = true;
  #stored = '';
  #isOver = false;
  #seen: RtmpSession | null = null;

  constructor(id: string, tools: StreamTools, doc: LiveStream | null, stored: StoredStream | null) {
    this.id = id;
    this.#tools = tools;
    this.#doc = doc;
    this.#state = stored?.state ?? idle(Date.now());
    this.#bytesBefore = stored?.bytesBefore ?? 0;
    this.look = new Look(id, {
      state: () => this.#state,
      doc: () => this.#doc,
      run: () => this.#current,
      beganAtMs: (sessionId) => tools.index.sessionRange(sessionId)?.startedAtMs ?? null,
      isMakingFile: () => tools.recordings.isMaking(id),
    });
  }

  get doc(): LiveStream | null {
    return this.#doc;
  }

  get state(): Readonly<StreamState> {
    return this.#state;
  }

  get #sources(): number {
    return this.#doc?.input.type === 'pull' ? this.#doc.input.sources.length : 0;
  }

  /** How many rungs are encoded for it. */
  get encoders(): number {
    return this.#state.run === null && this.#state.session === null ? 0 : (this.#doc?.rungs.length ?? 0);
  }

  get #current(): Run | null {
    return this.#runs.get(this.#state.run?.id ?? '') ?? null;
  }

  /** Goes on where the agent before this one was; waits for nothing, so that no stream waits for another. */
  resume(records: RunRecord[]): void {
    const current = this.#state.run?.id;
    const left = records.filter(({ id }) => id !== current).sort((a, b) => a.startedAtMs - b.startedAtMs);
    for (const record of left) void this.#watch(record, this.#state.session?.id ?? null).encoder.stop(true);
    const record = records.find(({ id }) => id === current);
    if (record !== undefined) {
      if (record.pulled !== null) this.#tools.gate.reopen(this.id, record.pulled.url, record.pulled.password);
      this.#watch(record, this.#state.session?.id ?? null);
    } else if (current !== undefined)
      this.take({ type: 'run_ended', runId: current, reason: null, detail: 'The live agent was restarted.' });
    this.#schedule();
  }

  /** The document as it is now; null: it is gone. */
  put(doc: LiveStream | null): void {
    const before = this.#doc;
    this.#doc = doc;
    this.#isDocWritten = this.#isDocWritten && isDeepStrictEqual(before, doc);
    this.take({ type: 'document', before });
    this.#reconcileRecording();
    this.#tools.onChanged(this.id);
  }

  take(event: StreamEvent): void {
    if (this.#isOver) return;
    const { db, room, newId, refusals } = this.#tools;
    const before = this.#state;
    const world = { doc: this.#doc, room: room(), nowMs: Date.now(), random: Math.random, newId };
    const [state, effects] = step(before, event, world);
    this.#state = state;
    const isNew = state.session !== null && state.session.id !== before.session?.id;
    const isOther = state.phase !== before.phase || state.session?.reconnects !== before.session?.reconnects;
    db.exec('BEGIN');
    try {
      for (const effect of effects) if (effect.type === 'ended') this.#tellEnded(effect.session, effect);
      this.#countBytes(before);
      if (state.session !== null && (isNew || isOther)) this.tellSession();
      const stored = this.#write();
      db.exec('COMMIT');
      this.#stored = stored;
      this.#isDocWritten = true;
    } catch (error) {
      db.exec('ROLLBACK');
      log.error('what became of a stream cannot be written down', { stream: this.id, reason: describe(error) });
    }
    for (const effect of effects) this.#do(effect);
    if (isNew || this.#doc === null) refusals.forget(this.id);
    this.#schedule();
    this.#reconcileRecording();
    if (isNew || isOther || effects.length > 0) this.#tools.onChanged(this.id);
  }

  /** With what caused it, or not at all: a change that was written down but not carried out would never be. */
  #write(): string {
    const { documents, streams } = this.#tools;
    if (!this.#isDocWritten && this.#doc === null) documents.remove(this.id);
    else if (!this.#isDocWritten && this.#doc !== null) documents.put(this.id, this.#doc);
    const { run } = this.#state;
    // Beyond this, how many segments there are changes nothing: most events are segments, and are not written.
    const state = { ...this.#state, run: run && { ...run, segments: Math.min(run.segments, goodSegments) } };
    const value: StoredStream = { state, bytesBefore: this.#bytesBefore };
    const stored = JSON.stringify(value);
    if (stored !== this.#stored) streams.put(this.id, value);
    return stored;
  }

  /** The session that is there, once more: it grows. */
  tellSession(): void {
    const { session, phase } = this.#state;
    if (session !== null) this.#tools.outbox.putSession(describeSession(this.id, session, this.#facts, { phase }));
  }

  /** What the ingest says of this stream's connection. */
  seen(session: RtmpSession): void {
    const { health } = this.look;
    this.look.incoming(session);
    if (health === null && this.look.health !== null) this.#tools.onChanged(this.id);
    this.#seen = session;
    this.#giveUpUnplayable();
  }

  /** Also of the next encoder: where the one before ended of it by itself, nothing ran when it was seen. */
  #giveUpUnplayable(): boolean {
    const { run, connection } = this.#state;
    if (run === null || this.#seen === null || this.#seen.name !== connection?.name) return false;
    const why = whyNotPlayed(this.#seen, this.#doc?.rungs.length === 0);
    if (why !== null) this.#giveUp(run.id, why.reason, why.detail);
    return why !== null;
  }

  /** Ends its encoders, and leaves its session to whoever starts next. */
  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all([...this.#runs.values()].map(({ encoder }) => encoder.stop()));
  }

  get #facts() {
    return { media: this.look.media, bytesIn: this.#bytesBefore + this.look.bytesOfConnection };
  }

  /** Of a session: those of connections that are gone, and those of the one that is there. */
  #countBytes(before: StreamState): void {
    const isSame = this.#state.session?.id === before.session?.id;
    if (isSame && this.#state.connection?.name === before.connection?.name) return;
    this.#bytesBefore = isSame ? this.#bytesBefore + this.look.bytesOfConnection : 0;
    this.look.beginConnection();
  }

  #tellEnded(session: Session, ended: Ended & { atMs: number }): void {
    this.#tools.outbox.putSession(describeSession(this.id, session, this.#facts, ended));
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const atMs = nextAtMs(this.#state);
    this.#timer =
      atMs === null ? null : setTimeout(() => this.take({ type: 'tick' }), Math.max(0, atMs - Date.now())).unref();
  }

  #reconcileRecording(): void {
    const { session } = this.#state;
    const wanted = session !== null && this.#doc?.record === true && this.#tools.room() === 'ok';
    if (wanted) this.#tools.recordings.begin(this.id, session.id);
    else if (session !== null) this.#tools.recordings.end(this.id);
  }

  #do(effect: Effect): void {
    const { gate, drop, refusals } = this.#tools;
    if (effect.type === 'start') void this.#start(effect.runId);
    else if (effect.type === 'stop') {
      void this.#runs.get(effect.runId)?.encoder.stop(effect.now);
      if (this.#state.run === null) gate.close(this.id);
    } else if (effect.type === 'drop') drop(effect.name);
    else if (effect.type === 'ended') void this.#finish(effect.session);
    else if (effect.type === 'look_at_first_source') void this.#lookAtFirstSource();
    else {
      const { reason, detail, source } = effect;
      const from = this.#doc?.input.type === 'pull' ? describeSource(this.#doc.input.sources[source]?.url ?? '') : '';
      refusals.note({ streamId: this.id, kind: 'pull', reason, detail, from, agent: '' });
    }
  }

  /** What is still being read belongs to it; then it is over. What runs already is of the session after it. */
  async #finish(session: Session): Promise<void> {
    const current = this.#state.run?.id;
    const ofIt = [...this.#runs.values()].filter(({ id }) => id !== current);
    await Promise.all(ofIt.map(({ encoder }) => encoder.done));
    this.#tools.index.endSession(this.id, session.id);
    this.#tools.recordings.endSession(this.id, session.id);
    this.#tools.onChanged(this.id);
  }

  async #start(runId: string): Promise<void> {
    const { encoding, runs } = this.#tools;
    const doc = this.#doc;
    const { connection, run, session } = this.#state;
    if (doc === null || run === null || this.#giveUpUnplayable()) return;
    try {
      const started = await encoding.start(doc, { runId, connection, source: run.source });
      if ('reason' in started) {
        this.take({ type: 'run_ended', runId, reason: started.reason, detail: started.detail });
        return;
      }
      runs.put(runId, started);
      const watched = this.#watch(started, session?.id ?? null);
      // Meanwhile it may have become unwanted.
      if (this.#state.run?.id !== runId) await watched.encoder.stop(true);
    } catch (error) {
      log.error('an encoder cannot be started', { stream: this.id, reason: describe(error) });
      this.take({ type: 'run_ended', runId, reason: null, detail: redact(describe(error)) });
    }
  }

  #watch(record: RunRecord, sessionId: string | null): Run {
    const { index, mediaFolder, runs, gate } = this.#tools;
    const problem = () => (record.name === 'pull' ? gate.problemOf(this.id) : null);
    const run = new Run(index, mediaFolder, record, this.#after, {
      onSegments: (group) => this.#sessionFor(record, group, sessionId),
      onWritten: (group, written) => this.#written(group, written),
      onStalled: () => {
        // Of a publisher that sends nothing an encoder can make nothing: the ingest ends that.
        if (record.name === 'encode' && !this.look.isIncoming) return;
        log.warn('an encoder gives no pictures', { stream: this.id });
        this.look.restarts += 1;
        const why = problem() ?? stalled((this.#state.run?.segments ?? 0) > 0);
        this.look.lastEnd = why.detail;
        this.take({ type: 'run_stalled', runId: record.id, why });
      },
      isForbidden: () => problem()?.reason === 'source_forbidden',
      onEndless: () => this.#giveUp(record.id, 'no_key_frames', noKeyFrameWords),
      onEnded: (end) => {
        this.#runs.delete(record.id);
        // Kept by a program that ends: its state names the run, and it is looked for.
        if (!this.#isOver) runs.remove(record.id);
        if (this.#state.run?.id !== record.id || this.#isOver) return;
        const why = problem();
        const detail = why?.detail ?? whyEnded(record, end, this.#sources);
        log.warn('an encoder ended', { stream: this.id, detail });
        this.look.restarts += 1;
        this.look.lastEnd = detail;
        this.take({ type: 'run_ended', runId: record.id, reason: why?.reason ?? null, detail });
      },
    });
    this.#runs.set(record.id, run);
    this.look.beginRun(record);
    this.#after = run.encoder.done;
    return run;
  }

  #sessionFor(record: RunRecord, group: SegmentGroup, given: string | null): string | null {
    const scan = group.rungs[0]?.scan;
    const codec = record.copies && scan !== undefined ? unsupportedCodec(scan) : null;
    if (codec !== null) {
      this.#giveUp(record.id, 'unsupported_codec', unsupportedWords(codec));
      return null;
    }
    this.take({ type: 'flowing', runId: record.id, from: record.from });
    return this.#state.run?.id === record.id ? (this.#state.session?.id ?? null) : given;
  }

  /** What comes in cannot become a stream. */
  #giveUp(runId: string, reason: EndReason, detail: string): void {
    void this.#runs.get(runId)?.encoder.stop(true);
    this.take({ type: 'run_ended', runId, reason, detail });
  }

  #written(group: SegmentGroup, written: Written): void {
    const best = group.rungs[0];
    if (best === undefined) return;
    this.look.written(best.scan, written);
    this.#tools.recordings.grew(this.id, written, best.scan);
    if (this.look.becamePlayable) this.#tools.onChanged(this.id);
  }

  async #lookAtFirstSource(): Promise<void> {
    if (this.#doc !== null && (await this.#tools.encoding.works(this.#doc, 0))) this.take({ type: 'source_back' });
  }
}
