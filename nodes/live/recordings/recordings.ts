import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFacts, RecordingPlace, RecordingReport } from '@headwater/contract/nodes/live-report';
import type { SegmentScan } from '@headwater/engines/ffmpeg';
import { describe, log } from '../../lib/log.ts';
import { Backoff, pause } from '../../lib/pause.ts';
import { factsOf } from '../health/meter.ts';
import type { Written } from '../processes/part-writer.ts';
import { isoOf } from '../reports/words.ts';
import type { ListedSegment } from '../segments/types.ts';
import type { Shelf } from '../store.ts';
import { CannotFinish, type Finish } from './finish.ts';
import type { Upload } from './upload.ts';
import { finishWithinRoom, type MissingBytes, NoRoom } from './within-room.ts';

/** A recording until it is in storage. */
export type Recording = {
  id: string;
  streamId: string;
  sessionId: string;
  state: 'recording' | 'finishing' | 'finished';
  /** Of its session, by numbers, which no clock changes: from this one on, and before that one. */
  fromNumber: number;
  untilNumber: number | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  seconds: number;
  bytes: number;
  sha256: string | null;
  media: MediaFacts | null;
  detail: string;
  place: RecordingPlace | null;
};

export type RecordingsOptions = {
  shelf: Shelf<Recording>;
  folder: string;
  /** Of a session, the best rung. */
  listSegments: (sessionId: string) => ListedSegment[];
  /** What its next segment will have. */
  nextNumber: (sessionId: string) => number;
  finish: Finish;
  missingBytes: MissingBytes;
  upload: Upload;
  tell: (report: RecordingReport, isUrgent: boolean) => void;
  newId: () => string;
};

const tellEveryMs = 10_000;
/** Room may come at any time, and looking for it costs nothing. */
const lookForRoomEveryMs = 10_000;
const longestRetryMs = 300_000;
/** Where it is to go is asked again that often. */
const askEveryMs = 5000;

/** From the first segment to the file in storage. What is under way is on disk: a restarted agent goes on with it. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #all: Map<string, Recording>;
  readonly #told = new Map<string, number>();
  /** Those that were deleted while they were under way: known for as long as anything refers to them. */
  readonly #gone = new WeakSet<Recording>();
  /** Those whose file could not be made yet. */
  readonly #retries = new Map<string, { atMs: number; backoff: Backoff }>();
  #awake = new AbortController();

  constructor(options: RecordingsOptions) {
    this.#options = options;
    this.#all = new Map(options.shelf.all());
    for (const recording of this.#all.values()) this.#measure(recording);
  }

  /** All that are not in storage. */
  ids(): string[] {
    return [...this.#all.keys()];
  }

  /** Sessions whose segments are needed until their file is made. */
  sessionsNeeded(streamId: string): string[] {
    const unmade = [...this.#all.values()].filter((one) => one.streamId === streamId && one.state !== 'finished');
    return unmade.map(({ sessionId }) => sessionId);
  }

  isMaking(streamId: string): boolean {
    return [...this.#all.values()].some((one) => one.streamId === streamId && one.state === 'finishing');
  }

  /** Records this session from now on, unless it does already. */
  begin(streamId: string, sessionId: string): void {
    const open = this.#openOf(streamId);
    if (open?.sessionId === sessionId) return;
    if (open !== undefined) this.#close(open);
    this.#save({
      id: this.#options.newId(),
      streamId,
      sessionId,
      state: 'recording',
      fromNumber: this.#options.nextNumber(sessionId),
      untilNumber: null,
      startedAtMs: null,
      endedAtMs: null,
      seconds: 0,
      bytes: 0,
      sha256: null,
      media: null,
      detail: '',
      place: null,
    });
  }

  /** The session goes on without being recorded. */
  end(streamId: string): void {
    const open = this.#openOf(streamId);
    if (open === undefined) return;
    open.untilNumber = this.#options.nextNumber(open.sessionId);
    this.#close(open);
  }

  endSession(streamId: string, sessionId: string): void {
    const open = this.#openOf(streamId);
    if (open?.sessionId === sessionId) this.#close(open);
  }

  /** Sessions that ended while nobody was there to see it. */
  closeAllBut(sessionOf: (streamId: string) => string | null): void {
    for (const one of this.#all.values())
      if (one.state === 'recording' && sessionOf(one.streamId) !== one.sessionId) this.#close(one);
  }

  grew(streamId: string, { startedAtMs, seconds }: Written, scan: SegmentScan): void {
    const open = this.#openOf(streamId);
    if (open === undefined) return;
    const isFirst = open.startedAtMs === null;
    open.startedAtMs ??= startedAtMs;
    open.seconds += seconds;
    open.bytes += scan.bytes;
    open.media ??= factsOf(scan);
    if (!isFirst && this.#sinceTold(open) < tellEveryMs) return;
    this.#save(open);
    this.#tell(open, isFirst);
  }

  /** What the control plane answered: where finished recordings go, and which ones nobody wants any more. */
  answered(places: RecordingPlace[], gone: string[]): void {
    for (const id of gone) {
      const one = this.#all.get(id);
      if (one === undefined) continue;
      this.#gone.add(one);
      this.#retries.delete(id);
      if (one.state === 'finished') void this.#forget(one);
    }
    for (const place of places) {
      const one = this.#all.get(place.recordingId);
      if (one?.state !== 'finished' || one.place?.url === place.url) continue;
      one.place = place;
      this.#save(one);
    }
    this.#awake.abort();
  }

  /** Makes files, one at a time, and brings them away. */
  async run(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(500, 30_000);
    const uploadNext = () => this.#uploadNext(signal, backoff);
    await Promise.all([keep(() => this.#makeNext(signal), signal), keep(uploadNext, signal)]);
  }

  #openOf(streamId: string): Recording | undefined {
    return [...this.#all.values()].find((one) => one.streamId === streamId && one.state === 'recording');
  }

  #close(recording: Recording): void {
    recording.state = 'finishing';
    recording.endedAtMs = Date.now();
    this.#save(recording);
    if (recording.startedAtMs !== null) this.#tell(recording, true);
    this.#awake.abort();
  }

  async #makeNext(signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    const dueMs = ({ id }: Recording): number => this.#retries.get(id)?.atMs ?? 0;
    const unmade = [...this.#all.values()].filter(({ state }) => state === 'finishing');
    const next = unmade.find((one) => dueMs(one) <= nowMs);
    if (next === undefined)
      return await this.#sleep(signal, Math.min(5000, ...unmade.map((one) => dueMs(one) - nowMs)));
    try {
      await this.#make(next, signal);
      this.#retries.delete(next.id);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof NoRoom) || next.detail !== error.message)
        log.error('a recording cannot be finished', { recording: next.id, reason: describe(error) });
      if (error instanceof CannotFinish) await this.#fail(next, describe(error));
      else this.#putOff(next, error instanceof NoRoom ? error : null);
    }
  }

  /** Whatever it was, it may pass, and the segments are kept until it does: nobody can make them again. */
  #putOff(recording: Recording, noRoom: NoRoom | null): void {
    const { backoff } = this.#retries.get(recording.id) ?? { backoff: new Backoff(1000, longestRetryMs) };
    const waitMs = noRoom === null ? backoff.nextMs() : lookForRoomEveryMs;
    this.#retries.set(recording.id, { atMs: performance.now() + waitMs, backoff });
    const isNew = recording.detail === '';
    recording.detail = noRoom?.message ?? 'The live server could not make the file yet. It keeps trying.';
    if (recording.startedAtMs !== null) this.#tell(recording, isNew);
  }

  async #make(recording: Recording, signal: AbortSignal): Promise<void> {
    const segments = this.#segmentsOf(recording);
    const isGone = this.#gone.has(recording);
    if (isGone || segments.length === 0) {
      if (recording.startedAtMs !== null && !isGone) throw new CannotFinish('Its segments are lost.');
      await this.#forget(recording);
      return;
    }
    const made = await finishWithinRoom(this.#options, segments, this.#fileOf(recording), signal);
    recording.state = 'finished';
    recording.seconds = made.seconds;
    recording.bytes = made.bytes;
    recording.sha256 = made.sha256;
    recording.detail = made.detail;
    this.#save(recording);
    this.#tell(recording, true);
  }

  async #uploadNext(signal: AbortSignal, backoff: Backoff): Promise<void> {
    const finished = [...this.#all.values()].filter(({ state }) => state === 'finished');
    const next = finished.find(({ place }) => place !== null);
    if (next?.place == null) {
      await this.#sleep(signal, 5000);
      for (const one of finished) if (this.#sinceTold(one) >= askEveryMs) this.#tell(one, false);
      return;
    }
    try {
      await this.#options.upload(this.#fileOf(next), next.place, signal);
      this.#tell(next, true, 'stored');
      await this.#forget(next);
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      log.warn('a recording cannot be brought to storage', { recording: next.id, reason: describe(error) });
      // Another place may be said meanwhile.
      next.place = null;
      await pause(backoff.nextMs(), signal);
      if (!this.#gone.has(next)) this.#tell(next, true);
    }
  }

  async #fail(recording: Recording, detail: string): Promise<void> {
    this.#tell({ ...recording, detail: detail.slice(0, 500).toWellFormed() }, true, 'failed');
    await this.#forget(recording);
  }

  async #forget(recording: Recording): Promise<void> {
    this.#all.delete(recording.id);
    this.#told.delete(recording.id);
    this.#retries.delete(recording.id);
    this.#options.shelf.remove(recording.id);
    await rm(this.#fileOf(recording), { force: true });
  }

  #segmentsOf({ sessionId, fromNumber, untilNumber }: Recording): ListedSegment[] {
    return this.#options
      .listSegments(sessionId)
      .filter(({ number }) => number >= fromNumber && (untilNumber === null || number < untilNumber));
  }

  /** What was counted in memory only, after a restart. */
  #measure(recording: Recording): void {
    if (recording.state !== 'recording') return;
    const segments = this.#segmentsOf(recording);
    recording.startedAtMs = segments[0]?.startedAtMs ?? null;
    recording.seconds = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    recording.bytes = segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  #save(recording: Recording): void {
    this.#all.set(recording.id, recording);
    this.#options.shelf.put(recording.id, recording);
  }

  #tell(one: Recording, isUrgent: boolean, state: RecordingReport['state'] = one.state): void {
    const { id, streamId, sessionId, seconds, bytes, sha256, media, detail, startedAtMs, endedAtMs } = one;
    this.#told.set(id, performance.now());
    const startedAt = isoOf(startedAtMs ?? Date.now());
    const endedAt = endedAtMs === null ? null : isoOf(endedAtMs);
    const facts = { startedAt, endedAt, durationSeconds: seconds, sizeBytes: bytes, sha256, media, detail };
    this.#options.tell({ id, streamId, sessionId, state, ...facts }, isUrgent);
  }

  /** By a clock that nobody sets. */
  #sinceTold({ id }: Recording): number {
    return performance.now() - (this.#told.get(id) ?? Number.NEGATIVE_INFINITY);
  }

  #fileOf({ id }: Recording): string {
    return join(this.#options.folder, `${id}.mp4`);
  }

  async #sleep(signal: AbortSignal, ms: number): Promise<void> {
    await pause(ms, signal, this.#awake.signal);
    // Both loops wake; whoever comes second sees a new one.
    if (this.#awake.signal.aborted) this.#awake = new AbortController();
  }
}

/** A disk that takes nothing, not even what is written down, ends neither this nor the program. */
async function keep(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      log.error('recordings cannot be looked after', { reason: describe(error) });
      await pause(5000, signal);
    }
  }
}
