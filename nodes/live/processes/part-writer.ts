import { join } from 'node:path';
import type { SegmentIndex } from '../segments/segment-index.ts';
import type { SegmentGroup } from './encoder.ts';
import type { RunRecord } from './run-record.ts';

/** Timestamps that are off by more do not go on: players must be told. */
const jumpSeconds = 1;

export type PartWriterOptions = {
  index: SegmentIndex;
  record: RunRecord;
  /** How long segments are meant to be, where that is ours to say. */
  targetSeconds: number | null;
};

export type Written = { startedAtMs: number; seconds: number; jumped: boolean };

/** Puts what one run of an encoder makes into the index: a part, or another one whenever its timestamps or pictures break. */
export class PartWriter {
  readonly #options: PartWriterOptions;
  #part: number | null = null;
  #nextStartMs = 0;
  #nextPts: number | null = null;
  /** A publisher may change its size without connecting anew: decoders must be told. */
  #pictures: string | null = null;

  constructor(options: PartWriterOptions) {
    this.#options = options;
    this.#resume();
  }

  /** The first segment that is not in the index yet: 0 of a new run. */
  readOnFrom = 0;

  write(group: SegmentGroup, sessionId: string, nowMs: number): Written {
    const { index, record, targetSeconds } = this.#options;
    const [best] = group.rungs;
    if (best === undefined) throw new Error('a segment of no rung');
    const { firstPts, durationSeconds } = best.scan;
    const jumped = this.#nextPts !== null && firstPts !== null && distance(firstPts, this.#nextPts) > jumpSeconds;
    const pictures = group.rungs.map(({ scan }) => pictureOf(scan.video)).join(' ');
    const changed = this.#pictures !== null && pictures !== this.#pictures;
    this.#pictures = pictures;
    if (this.#part === null || jumped || changed) {
      this.#nextStartMs = Math.max(this.#nextStartMs, nowMs - durationSeconds * 1000);
      this.#part = index.openPart({
        streamId: record.streamId,
        sessionId,
        rungs: record.rungs.map((rung, at) => ({ rung, plannedBitRate: record.plannedBitRates[at] ?? null })),
        startedAtMs: this.#nextStartMs,
        ...(targetSeconds !== null && { targetSeconds }),
      });
    }
    for (const { rung, file, scan } of group.rungs) {
      const { video, audio } = scan;
      const codecs = [video?.codecs, audio?.codecs].filter((codec) => codec != null && codec !== '').join(',');
      index.addSegment({
        streamId: record.streamId,
        part: this.#part,
        rung,
        startedAtMs: this.#nextStartMs,
        durationSeconds: scan.durationSeconds,
        sizeBytes: scan.bytes,
        file: join(record.streamId, record.id, file),
        keyFrames: scan.keyFrames,
        media: { codecs, width: video?.width ?? null, height: video?.height ?? null, fps: video?.fps ?? null },
      });
    }
    const startedAtMs = this.#nextStartMs;
    this.#nextStartMs += durationSeconds * 1000;
    this.#nextPts = firstPts === null ? null : firstPts + durationSeconds;
    return { startedAtMs, seconds: durationSeconds, jumped };
  }

  /** After a restart of this program: where the index knows segments of this run, it goes on behind them. */
  #resume(): void {
    const { index, record } = this.#options;
    const open = index.openPartOf(record.streamId);
    const lasts = open?.rungs.map(({ lastFile }) => numberIn(record, lastFile)) ?? [];
    if (open === null || lasts.length === 0 || lasts.some((number) => number === null)) return;
    // What one rung has and another one lacks is added again; the index knows what it has.
    this.readOnFrom = Math.min(...lasts.map((number) => number ?? 0)) + 1;
    this.#part = open.part;
    const lastOf = (rung: string) =>
      index.list(record.streamId, rung, { lastN: 1 }).find(({ part }) => part === open.part);
    const lastSegments = record.rungs.map(lastOf);
    const [last] = lastSegments;
    if (last === undefined) return;
    this.#nextStartMs = last.startedAtMs + last.durationSeconds * 1000;
    this.#pictures = lastSegments.map((segment) => pictureOf(segment?.media ?? null)).join(' ');
  }
}

const pictureOf = (video: { codecs: string; width: number | null; height: number | null } | null): string =>
  video === null ? '-' : `${video.codecs.split(',')[0]} ${video.width}x${video.height}`;

/** MPEG's clock of 33 bits begins anew after a good day. */
const clockSeconds = 2 ** 33 / 90_000;

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other) % clockSeconds;
  return Math.min(apart, clockSeconds - apart);
}

/** Of `<stream>/<run>/<rung>/<n>.ts`, if it is of this run. */
function numberIn({ streamId, id }: RunRecord, file: string | null): number | null {
  if (file === null || !file.startsWith(`${streamId}/${id}/`)) return null;
  const [, number] = /\/(\d+)\.ts$/.exec(file) ?? [];
  return number === undefined ? null : Number(number);
}
