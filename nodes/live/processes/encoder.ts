import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import {
  emptyWhenLong,
  isAlive,
  listFolder,
  type Progress,
  readProgress,
  readTail,
  type SegmentScan,
  scanSegment,
  stop,
} from '@headwater/engines/ffmpeg';
import { describe, log } from '../../lib/log.ts';
import { pause } from '../../lib/pause.ts';
import { SegmentFile } from '../segments/segment-file.ts';
import { mostBytesRead, OpenSegment } from './open-segment.ts';
import type { RunRecord } from './run-record.ts';
import { SegmentList } from './segment-list.ts';

/** One closed segment, in every rung. */
export type SegmentGroup = { number: number; rungs: { rung: string; file: string; scan: SegmentScan }[] };

/** What it said last, and whether it had read its input, with pictures, to the end. */
export type EncoderEnd = { line: string; isFinished: boolean };

export type EncoderEvents = {
  /** In order, one at a time. */
  onSegments: (group: SegmentGroup) => void;
  onEnded: (end: EncoderEnd) => void;
  onStalled: () => void;
  /** Whether its source led to what is not fetched, and to nothing else since. */
  isForbidden: () => boolean;
  /** Of a copy: no key frame comes, and so its segment never ends. */
  onEndless: () => void;
};

const lookEveryMs = 1000;
/** One that was killed is missed at once: each moment of it is one that nobody sees. */
const aliveEveryMs = 200;
/** At the same moment for all encoders: to wake up costs this program more than to look. */
const toNextLookMs = (): number => Math.ceil(aliveEveryMs - (performance.now() % aliveEveryMs));
const mostFileBytes = 1_000_000;
const trimEveryMs = 10_000;
/** An encoder that has had pictures gives some every second; ten without one, and something hangs. */
const stallAfterMs = 10_000;
const firstFrameAfterMs = 20_000;
/** A playlist that is only refused goes on being asked for by an engine that knows no better. */
const forbiddenAfterMs = 4000;
/** The last segment is closed well within this. */
const stopGraceMs = 4000;

/**
 * Watches one ffmpeg, which lives on when this program does not. Where that happened, `readOnFrom` is the first segment that
 * is not in the index. `after`: what has to be read before.
 */
export class Encoder {
  readonly record: RunRecord;
  readonly folder: string;
  readonly #events: EncoderEvents;
  readonly #lists: SegmentList[];
  readonly #closed: number[][];
  readonly #open = new OpenSegment();
  #next: number;
  #progress: Progress | null = null;
  #frames = -1;
  #movedAtMs = Date.now();
  #lookedAtMs = 0;
  #trimmedAtMs = Date.now();
  #stopping = false;
  #awake = new AbortController();
  readonly done: Promise<void>;

  constructor(record: RunRecord, folder: string, readOnFrom: number, after: Promise<void>, events: EncoderEvents) {
    this.record = record;
    this.folder = folder;
    this.#events = events;
    this.#next = readOnFrom;
    this.#lists = record.rungs.map((rung) => new SegmentList(join(folder, listFolder, `${rung}.csv`)));
    this.#closed = record.rungs.map(() => []);
    this.done = this.#run(after);
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Since when its segment is open, counting seconds in which pictures came; null where the cuts are our own. */
  get openSeconds(): number | null {
    return this.record.copies ? this.#open.seconds : null;
  }

  readLog(lines: number): Promise<string[]> {
    return readTail(join(this.folder, 'log'), lines);
  }

  /** Resolves when it is gone and what it left is in the index. `now`: it is given no time to close its last segment. */
  async stop(now = false): Promise<void> {
    this.#stopping = true;
    await this.#end(now ? 0 : stopGraceMs);
    this.#awake.abort('the end');
    await this.done;
  }

  async #run(after: Promise<void>): Promise<void> {
    const watcher = this.#watch();
    try {
      await after;
      for (;;) {
        // Asked before reading: what it wrote until it ended is then read for sure.
        const isRunning = isAlive(this.record.pid, this.record.startTicks);
        const isTold = this.#awake.signal.aborted;
        if (isTold) this.#awake = new AbortController();
        // It wakes at fixed moments, and the last look may have been a little late.
        const isDue = Date.now() - this.#lookedAtMs >= lookEveryMs - aliveEveryMs / 2;
        if (isTold || isDue || !isRunning) await this.#read();
        if (!isRunning) break;
        if (isDue) await this.#look();
        await pause(toNextLookMs(), this.#awake.signal);
      }
      if (this.record.rungs.length === 1) await this.#salvage();
    } catch (error) {
      log.error('what an encoder wrote cannot be read', { stream: this.record.streamId, reason: describe(error) });
      await this.#end(0);
    } finally {
      watcher?.close();
    }
    const progress = await readProgress(join(this.folder, 'progress'));
    const isFinished = progress?.ended === true && (progress.frame ?? 0) > 0;
    this.#events.onEnded({ line: (await this.readLog(1)).at(-1) ?? '', isFinished });
  }

  /** Segments are told of within a millisecond; where that is not to be had, with the next look. */
  #watch(): FSWatcher | null {
    try {
      return watch(join(this.folder, listFolder), () => this.#awake.abort('a segment')).on('error', () => undefined);
    } catch {
      return null;
    }
  }

  async #read(): Promise<void> {
    for (const [place, list] of this.#lists.entries()) this.#closed[place]?.push(...list.readOn());
    // A number is taken once every rung has it: rungs are alike, or they are not the same moment.
    while (this.#closed.every((numbers) => numbers.length > 0)) {
      const number = this.#closed.map((numbers) => numbers.shift() ?? 0)[0] ?? 0;
      if (number >= this.#next) await this.#take(number);
    }
  }

  async #take(number: number): Promise<void> {
    const scans = await Promise.all(this.record.rungs.map((rung) => this.#scan(fileOf(rung, number))));
    this.#next = number + 1;
    this.#open.closed();
    const rungs = this.record.rungs.flatMap((rung, place) => {
      const scan = scans[place];
      return scan == null ? [] : { rung, file: fileOf(rung, number), scan };
    });
    if (rungs.length === this.record.rungs.length) this.#events.onSegments({ number, rungs });
  }

  /**
   * A killed encoder leaves a segment that stands in no list: up to its last whole frame it is as good as any. Rungs would
   * be cut at different places, and are not taken.
   */
  async #salvage(): Promise<void> {
    const number = this.#next;
    const rung = this.record.rungs[0] ?? '';
    const file = fileOf(rung, number);
    const scan = await this.#scan(file).catch(() => null);
    if (scan === null || scan.keyFrames === 0 || scan.durationSeconds <= 0) return;
    this.#next += 1;
    this.#events.onSegments({ number, rungs: [{ rung, file, scan }] });
  }

  /** Null of one that is too long to be read. */
  async #scan(file: string): Promise<SegmentScan | null> {
    const opened = SegmentFile.open(join(this.folder, file));
    if (opened === null) throw new Error(`${file} is not there`);
    try {
      if (opened.size <= mostBytesRead) return scanSegment(await opened.read(0, opened.size));
      log.warn('a segment is too long, and is left out', { stream: this.record.streamId, bytes: opened.size });
      return null;
    } finally {
      opened.close();
    }
  }

  get #bytesOfOpen(): number {
    const path = join(this.folder, fileOf(this.record.rungs[0] ?? '', this.#next));
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  #end(graceMs: number): Promise<void> {
    return stop(this.record.pid, this.record.startTicks, { graceMs });
  }

  async #look(): Promise<void> {
    const sinceMs = Date.now() - this.#lookedAtMs;
    this.#lookedAtMs = Date.now();
    const file = join(this.folder, 'progress');
    this.#progress = (await readProgress(file)) ?? this.#progress;
    if (Date.now() - this.#trimmedAtMs >= trimEveryMs) {
      this.#trimmedAtMs = Date.now();
      emptyWhenLong(file, mostFileBytes);
      emptyWhenLong(join(this.folder, 'log'), mostFileBytes);
    }
    const frames = this.#progress?.frame ?? 0;
    if (frames !== this.#frames) {
      this.#movedAtMs = Date.now();
      if (this.#frames > 0) this.#open.grew(sinceMs);
    }
    this.#frames = frames;
    if (this.record.copies && !this.#stopping && this.#open.isEndless(this.#bytesOfOpen)) {
      this.#events.onEndless();
      return;
    }
    const firstPatienceMs = this.#events.isForbidden() ? forbiddenAfterMs : firstFrameAfterMs;
    const patienceMs = frames > 0 ? stallAfterMs : firstPatienceMs;
    if (this.#stopping || Date.now() - this.#movedAtMs < patienceMs) return;
    // Told again after as long a time, should it be left running.
    this.#movedAtMs = Date.now();
    this.#events.onStalled();
  }
}

const fileOf = (rung: string, number: number): string => join(rung, `${number}.ts`);
