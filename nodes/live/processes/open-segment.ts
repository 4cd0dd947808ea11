/** What goes out as it comes is cut where the sender's key frames are: without any, one segment grows until the disk is full. */
const longestMs = 60_000;
const mostBytes = 128 * 1024 * 1024;
/** What is longer all the same, such as of a time when nobody watched, is not read into memory. */
export const mostBytesRead = 2 * mostBytes;

/** The segment that is being written. Only time in which pictures came counts. */
export class OpenSegment {
  #ms = 0;

  get seconds(): number {
    return this.#ms / 1000;
  }

  grew(ms: number): void {
    this.#ms += ms;
  }

  closed(): void {
    this.#ms = 0;
  }

  isEndless(bytes: number): boolean {
    return this.#ms >= longestMs || bytes > mostBytes;
  }
}
