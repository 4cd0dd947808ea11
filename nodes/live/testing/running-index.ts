import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { countingSinceMs } from '../segments/counting.ts';
import { SegmentIndex } from '../segments/segment-index.ts';
import type { RungMedia } from '../segments/types.ts';

export const startMs = Date.UTC(2026, 10, 21, 12);
export const media360: RungMedia = { codecs: 'avc1.64001f,mp4a.40.2', width: 640, height: 360, fps: 25 };

export type Added = {
  part: number;
  name: string;
  startedAtMs: number;
  seconds?: number;
  bytes?: number;
  rung?: string;
};

/** A segment index in a folder of its own, with files as an encoder would leave them. */
export class RunningIndex {
  readonly folder = mkdtempSync(join(tmpdir(), 'headwater-index-'));
  readonly mediaFolder = join(this.folder, 'media');
  /** Of counters: they begin at nothing unless a test says otherwise. */
  countingMs = countingSinceMs;
  index = this.#start();

  #start(): SegmentIndex {
    return new SegmentIndex({ folder: this.folder, mediaFolder: this.mediaFolder, nowMs: () => this.countingMs });
  }

  /** As after the death of its program: what was committed is there. */
  restart(): void {
    this.index.close();
    this.index = this.#start();
  }

  open(sessionId: string, startedAtMs = startMs, names = ['v0'], plannedBitRate: number | null = null): number {
    const rungs = names.map((rung) => ({ rung, plannedBitRate }));
    return this.index.openPart({ streamId: 'news', sessionId, startedAtMs, rungs });
  }

  add({ part, name, startedAtMs, seconds = 2, bytes = 1000, rung = 'v0' }: Added, media = media360): number {
    const file = `news/${part}/${rung}/${name}.ts`;
    mkdirSync(dirname(join(this.mediaFolder, file)), { recursive: true });
    writeFileSync(join(this.mediaFolder, file), Buffer.alloc(bytes, name.slice(-1)));
    const facts = { durationSeconds: seconds, sizeBytes: bytes, keyFrames: 1, media };
    return this.index.addSegment({ streamId: 'news', part, rung, startedAtMs, file, ...facts });
  }

  lose(file: string): void {
    rmSync(join(this.mediaFolder, file));
  }

  close(): void {
    this.index.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** Gone after the test. */
export function runningIndex(): RunningIndex {
  const running = new RunningIndex();
  onTestFinished(() => running.close());
  return running;
}
