import { statfs } from 'node:fs/promises';

/** Injected in tests. */
export type MeasureFree = (folder: string) => Promise<number>;

/** What this program may still write, which is less than what root may. */
export const measureFree: MeasureFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const mebibyte = 1024 * 1024;
/** Stays free: the node's own state and logs are on the same disk. */
const reserveBytes = 512 * mebibyte;
/** From here on operators are told. */
const warnBelowBytes = 2048 * mebibyte;

/** How much the disk may take, less what uploads under way were promised. */
export class Room {
  readonly #folder: string;
  readonly #measure: MeasureFree;
  readonly #promised = new Map<symbol, number>();
  #freeBytes = Number.POSITIVE_INFINITY;

  constructor(folder: string, measure: MeasureFree) {
    this.#folder = folder;
    this.#measure = measure;
  }

  async look(): Promise<void> {
    this.#freeBytes = await this.#measure(this.#folder);
  }

  /** A promise of so many bytes, which shrinks as they are written; null where they do not fit. */
  async promise(bytes: number): Promise<{ written: (bytes: number) => void; end: () => void } | null> {
    await this.look();
    const promised = [...this.#promised.values()].reduce((sum, one) => sum + one, 0);
    if (this.#freeBytes - promised - bytes < reserveBytes) return null;
    const key = Symbol('upload');
    this.#promised.set(key, bytes);
    return {
      written: (more) => this.#promised.set(key, Math.max(0, (this.#promised.get(key) ?? 0) - more)),
      end: () => void this.#promised.delete(key),
    };
  }

  get warning(): string | null {
    if (this.#freeBytes >= warnBelowBytes) return null;
    const free = `${Math.round(this.#freeBytes / mebibyte)} MiB free`;
    return this.#freeBytes < reserveBytes
      ? `The disk of recordings is full (${free}): new ones wait on live servers until there is room.`
      : `The disk of recordings is nearly full (${free}).`;
  }
}
