import { statfs } from 'node:fs/promises';
import { log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import type { Room } from './streams/state.ts';

export type FreeBytes = (folder: string) => Promise<number>;

/** What this program may still write, which is less than what root may. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const mebibyte = 1024 * 1024;
/** First nothing more is recorded, so that what is live can go on; then that ends too, before other programs have no room. */
const lowBelowBytes = 1024 * mebibyte;
const fullBelowBytes = 256 * mebibyte;
/** There is more room than this much above a limit before it counts as room again. */
const slackBytes = 128 * mebibyte;

export function judgeRoom(freeBytes: number, before: Room): Room {
  if (freeBytes < fullBelowBytes + (before === 'full' ? slackBytes : 0)) return 'full';
  return freeBytes < lowBelowBytes + (before === 'ok' ? 0 : slackBytes) ? 'low' : 'ok';
}

const everyMs = 2000;

export class RoomGuard {
  readonly #folder: string;
  readonly #readFreeBytes: FreeBytes;
  readonly #onChange: () => void;
  room: Room = 'ok';
  #freeBytes = 0;

  constructor(folder: string, readFree: FreeBytes, onChange: () => void) {
    this.#folder = folder;
    this.#readFreeBytes = readFree;
    this.#onChange = onChange;
  }

  get warning(): string | null {
    if (this.room === 'ok') return null;
    const free = `${Math.round(this.#freeBytes / mebibyte)} MiB free`;
    return this.room === 'full'
      ? `The disk of the live server is full (${free}): no stream can be live until there is room.`
      : `The disk of the live server is nearly full (${free}): nothing is recorded until there is room.`;
  }

  /**
   * What is missing to write so much. Others go on recording beside it; where room is low nobody does, and only what is live
   * must go on.
   */
  async missingBytes(bytes: number): Promise<number> {
    const free = await this.#readFreeBytes(this.#folder).catch(() => Number.POSITIVE_INFINITY);
    const left = this.room === 'ok' ? lowBelowBytes : fullBelowBytes + slackBytes;
    return Math.max(0, bytes + left - free);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look();
      await pause(everyMs, signal);
    }
  }

  async look(): Promise<void> {
    const free = await this.#readFreeBytes(this.#folder).catch(() => null);
    if (free === null) return;
    this.#freeBytes = free;
    const room = judgeRoom(free, this.room);
    if (room === this.room) return;
    log.warn('the room on the disk changed', { room, freeBytes: free });
    this.room = room;
    this.#onChange();
  }
}
