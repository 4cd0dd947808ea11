import type { ListedSegment } from '../segments/types.ts';

/** Trying again changes nothing. */
export class CannotFinish extends Error {
  override name = 'CannotFinish';
}

/** `detail`: what is missing in it; empty otherwise. */
export type Finished = { seconds: number; bytes: number; sha256: string; detail: string };
export type Finish = (segments: ListedSegment[], file: string, signal: AbortSignal) => Promise<Finished>;

export const finishRecording: Finish = async () => {
  throw new CannotFinish('This live node cannot make files yet.');
};
