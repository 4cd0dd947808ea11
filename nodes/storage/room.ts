import { statfs } from 'node:fs/promises';
import { storageFullWords } from '@headwater/contract/nodes/storage-document';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';

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
/** What had no room for one recording counts as full for so long, or until it has, or took another one. */
const fullForMs = 600_000;
const minuteMs = 60_000;

/** How much the disk may take, less what uploads under way were promised. */
export class Room {
  readonly #folder: string;
  readonly #measure: MeasureFree;
  readonly #promised = new Map<symbol, number>();
  readonly #onFull: () => void;
  #freeBytes = Number.POSITIVE_INFINITY;
  /** The last one that had no room. */
  #refused: { atMs: number; bytes: number } | null = null;

  constructor(folder: string, measure: MeasureFree, onFull: () => void) {
    this.#folder = folder;
    this.#measure = measure;
    this.#onFull = onFull;
  }

  async look(): Promise<void> {
    this.#freeBytes = await this.#measure(this.#folder);
    if (this.#refused !== null && this.#fits(this.#refused.bytes)) this.#refused = null;
  }

  /** Nothing is brought to what is full: without this nobody would look whether there is room by now. */
  async lookAgain(): Promise<void> {
    if (this.warning === null) return;
    await this.look().catch((error: unknown) => log.warn('the disk was not measured', { reason: describe(error) }));
  }

  /** Room is also made behind our back. */
  async watch(signal: AbortSignal, everyMs = minuteMs): Promise<void> {
    while (!signal.aborted) {
      await this.lookAgain();
      await pause(everyMs, signal);
    }
  }

  /** A promise of so many bytes, which shrinks as they are written; null where they do not fit. */
  async promise(bytes: number): Promise<{ written: (bytes: number) => void; end: () => void } | null> {
    await this.look();
    if (!this.#fits(bytes)) {
      this.wasFull(bytes);
      return null;
    }
    this.#refused = null;
    const key = Symbol('upload');
    this.#promised.set(key, bytes);
    return {
      written: (more) => this.#promised.set(key, Math.max(0, (this.#promised.get(key) ?? 0) - more)),
      end: () => void this.#promised.delete(key),
    };
  }

  /** Something had no room: so many bytes, or, as with a quota, whatever the disk says. */
  wasFull(bytes = Number.POSITIVE_INFINITY): void {
    this.#refused = { atMs: performance.now(), bytes };
    this.#onFull();
  }

  get warning(): string | null {
    const wasRefused = this.#refused !== null && performance.now() - this.#refused.atMs < fullForMs;
    const isFull = this.#freeBytes < reserveBytes || wasRefused;
    if (this.#freeBytes >= warnBelowBytes && !isFull) return null;
    const free = `${Math.round(this.#freeBytes / mebibyte)} MiB free`;
    return isFull
      ? `${storageFullWords} (${free}): new ones go to other storages, or wait on live servers until there is room.`
      : `The disk of recordings is nearly full (${free}).`;
  }

  #fits(bytes: number): boolean {
    const promised = [...this.#promised.values()].reduce((sum, one) => sum + one, 0);
    return this.#freeBytes - promised - bytes >= reserveBytes;
  }
}
