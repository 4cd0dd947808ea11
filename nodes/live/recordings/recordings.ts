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

/** A recording until it is in storage. */
export type Recording = {
  id: string;
  streamId: string;
  sessionId: string;
  state: 'recording' | 'finishing' | 'finished';
  /** Of its session: what starts from then on, until then. */
  fromMs: number;
  untilMs: number | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  seconds: number;
  bytes: number;
  sha256: string | null;
  media: MediaFacts | null;
  detail: string;
  attempts: number;
  place: RecordingPlace | null;
};

export type RecordingsOptions = {
  shelf: Shelf<Recording>;
  folder: string;
  /** Of a session, the best rung. */
  listSegments: (sessionId: string) => ListedSegment[];
  endOfSession: (sessionId: string) => number;
  finish: Finish;
  upload: Upload;
  tell: (report: RecordingReport, isUrgent: boolean) => void;
  newId: () => string;
};

const tellEveryMs = 10_000;
const mostAttempts = 4;
/** Where it is to go is asked again that often. */
const askEveryMs = 5000;

/** From the first segment to the file in storage. What is under way is on disk: a restarted agent goes on with it. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #all: Map<string, Recording>;
  readonly #told = new Map<string, number>();
  readonly #gone = new Set<string>();
  #awake = new AbortController();

  constructor(options: RecordingsOptions) {
    this.#options = options;
    this.#all = new Map(options.shelf.all());
    for (const recording of this.#all.values()) this.#measure(recording);
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
    if (open !== undefined) this.#close(open, null);
    this.#save({
      id: this.#options.newId(),
      streamId,
      sessionId,
      state: 'recording',
      fromMs: this.#options.endOfSession(sessionId),
      untilMs: null,
      startedAtMs: null,
      endedAtMs: null,
      seconds: 0,
      bytes: 0,
      sha256: null,
      media: null,
      detail: '',
      attempts: 0,
      place: null,
    });
  }

  /** The session goes on without being recorded. */
  end(streamId: string, atMs: number): void {
    const open = this.#openOf(streamId);
    if (open !== undefined) this.#close(open, atMs);
  }

  endSession(streamId: string, sessionId: string): void {
    const open = this.#openOf(streamId);
    if (open?.sessionId === sessionId) this.#close(open, null);
  }

  /** Sessions that ended while nobody was there to see it. */
  closeAllBut(sessionOf: (streamId: string) => string | null): void {
    for (const one of this.#all.values())
      if (one.state === 'recording' && sessionOf(one.streamId) !== one.sessionId) this.#close(one, null);
  }

  grew(streamId: string, { startedAtMs, seconds }: Written, scan: SegmentScan): void {
    const open = this.#openOf(streamId);
    if (open === undefined || startedAtMs < open.fromMs) return;
    const isFirst = open.startedAtMs === null;
    open.startedAtMs ??= startedAtMs;
    open.seconds += seconds;
    open.bytes += scan.bytes;
    open.media ??= factsOf(scan);
    if (!isFirst && Date.now() - (this.#told.get(open.id) ?? 0) < tellEveryMs) return;
    this.#save(open);
    this.#tell(open, isFirst);
  }

  /** What the control plane answered: where finished recordings go, and which ones nobody wants any more. */
  answered(places: RecordingPlace[], gone: string[]): void {
    for (const id of gone) {
      this.#gone.add(id);
      const one = this.#all.get(id);
      if (one?.state === 'finished') void this.#forget(one);
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
    await Promise.all([this.#keepMaking(signal), this.#keepUploading(signal)]);
  }

  #openOf(streamId: string): Recording | undefined {
    return [...this.#all.values()].find((one) => one.streamId === streamId && one.state === 'recording');
  }

  #close(recording: Recording, untilMs: number | null): void {
    recording.untilMs = untilMs;
    recording.state = 'finishing';
    recording.endedAtMs = Date.now();
    this.#save(recording);
    if (recording.startedAtMs !== null) this.#tell(recording, true);
    this.#awake.abort();
  }

  async #keepMaking(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(1000, 60_000);
    while (!signal.aborted) {
      const next = [...this.#all.values()].find(({ state }) => state === 'finishing');
      if (next === undefined) {
        await this.#sleep(signal);
        continue;
      }
      try {
        await this.#make(next, signal);
        backoff.reset();
      } catch (error) {
        if (signal.aborted) return;
        next.attempts += 1;
        log.error('a recording cannot be finished', { recording: next.id, reason: describe(error) });
        if (error instanceof CannotFinish || next.attempts >= mostAttempts) await this.#fail(next, describe(error));
        else {
          this.#save(next);
          await pause(backoff.nextMs(), signal);
        }
      }
    }
  }

  async #make(recording: Recording, signal: AbortSignal): Promise<void> {
    const { finish } = this.#options;
    const segments = this.#segmentsOf(recording);
    if (this.#gone.has(recording.id) || segments.length === 0) {
      if (recording.startedAtMs !== null && !this.#gone.has(recording.id))
        throw new CannotFinish('Its segments are lost.');
      await this.#forget(recording);
      return;
    }
    const made = await finish(segments, this.#fileOf(recording), signal);
    recording.state = 'finished';
    recording.seconds = made.seconds;
    recording.bytes = made.bytes;
    recording.sha256 = made.sha256;
    recording.detail = made.detail;
    this.#save(recording);
    this.#tell(recording, true);
  }

  async #keepUploading(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(500, 30_000);
    while (!signal.aborted) {
      const finished = [...this.#all.values()].filter(({ state }) => state === 'finished');
      const next = finished.find(({ place }) => place !== null);
      if (next?.place == null) {
        await this.#sleep(signal);
        for (const one of finished)
          if (Date.now() - (this.#told.get(one.id) ?? 0) >= askEveryMs) this.#tell(one, false);
        continue;
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
        this.#tell(next, true);
      }
    }
  }

  async #fail(recording: Recording, detail: string): Promise<void> {
    this.#tell({ ...recording, detail: detail.slice(0, 500).toWellFormed() }, true, 'failed');
    await this.#forget(recording);
  }

  async #forget(recording: Recording): Promise<void> {
    this.#all.delete(recording.id);
    this.#told.delete(recording.id);
    this.#options.shelf.remove(recording.id);
    await rm(this.#fileOf(recording), { force: true });
  }

  #segmentsOf({ sessionId, fromMs, untilMs }: Recording): ListedSegment[] {
    return this.#options
      .listSegments(sessionId)
      .filter(({ startedAtMs }) => startedAtMs >= fromMs && (untilMs === null || startedAtMs < untilMs));
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
    this.#told.set(id, Date.now());
    const startedAt = isoOf(startedAtMs ?? Date.now());
    const endedAt = endedAtMs === null ? null : isoOf(endedAtMs);
    const facts = { startedAt, endedAt, durationSeconds: seconds, sizeBytes: bytes, sha256, media, detail };
    this.#options.tell({ id, streamId, sessionId, state, ...facts }, isUrgent);
  }

  #fileOf({ id }: Recording): string {
    return join(this.#options.folder, `${id}.mp4`);
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    await pause(5000, signal, this.#awake.signal);
    // Both loops wake; whoever comes second sees a new one.
    if (this.#awake.signal.aborted) this.#awake = new AbortController();
  }
}
