import { closeSync, openSync, readSync, statSync } from 'node:fs';

/**
 * The list that ffmpeg appends to whenever it has closed a segment: `17.ts,34.000000,36.000000`. Read on from where it was
 * left; a line that is still being written is read next time.
 */
export class SegmentList {
  readonly #file: string;
  #position = 0;
  #rest = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** The numbers of the segments that were closed since. */
  readOn(): number[] {
    // Asked every second of each encoder: nearly always nothing is new, and so that costs next to nothing.
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= this.#position) return [];
    const descriptor = openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(size - this.#position);
      const bytesRead = readSync(descriptor, bytes, 0, bytes.length, this.#position);
      this.#position += bytesRead;
      const lines = (this.#rest + bytes.toString('latin1', 0, bytesRead)).split('\n');
      this.#rest = lines.pop() ?? '';
      return lines.flatMap((line) => {
        const [, number] = /(\d+)\.ts[",]/.exec(line) ?? [];
        return number === undefined ? [] : [Number(number)];
      });
    } finally {
      closeSync(descriptor);
    }
  }
}
