import { join } from 'node:path';
import { findFfmpeg, NotRemuxable, remuxToMp4 } from '@headwater/engines/ffmpeg';
import type { ListedSegment } from '../segments/types.ts';

/** Trying again changes nothing. */
export class CannotFinish extends Error {
  override name = 'CannotFinish';
}

/** `detail`: what is missing in it; empty otherwise. */
export type Finished = { seconds: number; bytes: number; sha256: string; detail: string };
export type Finish = (segments: ListedSegment[], out: string, signal: AbortSignal) => Promise<Finished>;

/** Makes one file of segments below a folder. */
export function finishRecordings(mediaFolder: string): Finish {
  return async (listed, out, signal) => {
    const programs = findFfmpeg();
    if (!programs.ok) throw new Error(`${programs.reason}. To install it: ${programs.remedy}`);
    const segments = listed.map(({ file, part, durationSeconds }) => ({
      file: join(mediaFolder, file),
      part,
      durationSeconds,
    }));
    try {
      const made = await remuxToMp4({ programs, segments, out, signal });
      return { seconds: made.durationSeconds, bytes: made.sizeBytes, sha256: made.sha256, detail: made.missing };
    } catch (error) {
      throw error instanceof NotRemuxable ? new CannotFinish(error.message) : error;
    }
  };
}
