import { statfs } from 'node:fs/promises';
import { log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';

export type DiskLimits = {
  /** Caching stops when less than either is free … */
  stopBelowShare: number;
  stopBelowBytes: number;
  /** … and goes on when more than both are. */
  resumeAboveShare: number;
  resumeAboveBytes: number;
};

export const defaultDiskLimits: DiskLimits = {
  stopBelowShare: 0.05,
  stopBelowBytes: 512 * 1024 * 1024,
  resumeAboveShare: 0.07,
  resumeAboveBytes: 768 * 1024 * 1024,
};

export type Room = { freeBytes: number; totalBytes: number };

/** What this program may still write, which is less than what root may. */
export async function measureRoom(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export type DiskProbe = { measure: (folder: string) => Promise<Room>; everyMs: number };
const realDisk: DiskProbe = { measure: measureRoom, everyMs: 5000 };

/** Whether to cache, given whether we do now: between the limits everything stays as it is. */
export function mayCache(room: Room, caching: boolean, limits: DiskLimits): boolean {
  const share = room.totalBytes > 0 ? room.freeBytes / room.totalBytes : 1;
  if (share < limits.stopBelowShare || room.freeBytes < limits.stopBelowBytes) return false;
  if (share > limits.resumeAboveShare && room.freeBytes > limits.resumeAboveBytes) return true;
  return caching;
}

export function describeFullDisk({ freeBytes, totalBytes }: Room): string {
  const mebibytes = Math.round(freeBytes / 1024 / 1024);
  const percent = totalBytes > 0 ? ((100 * freeBytes) / totalBytes).toFixed(1) : '?';
  return `The disk of the cache is nearly full (${mebibytes} MiB, ${percent} % free): nothing new is cached until there is room.`;
}

/** Stops caching before the disk is full, so that serving never stops. */
export class DiskGuard {
  readonly #folder: string;
  readonly #onVerdict: (caching: boolean) => void;
  readonly #measure: DiskProbe['measure'];
  readonly #everyMs: number;
  #caching = true;
  warning: string | null = null;

  constructor(folder: string, onVerdict: (caching: boolean) => void, { measure, everyMs } = realDisk) {
    this.#folder = folder;
    this.#onVerdict = onVerdict;
    this.#measure = measure;
    this.#everyMs = everyMs;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look();
      await pause(this.#everyMs, signal);
    }
  }

  async look(): Promise<void> {
    // The folder may not be there yet.
    const room = await this.#measure(this.#folder).catch(() => null);
    if (room === null) return;
    const caching = mayCache(room, this.#caching, defaultDiskLimits);
    this.warning = caching ? null : describeFullDisk(room);
    if (caching === this.#caching) return;
    log.warn(caching ? 'there is room again: caching' : 'the disk is nearly full: not caching', room);
    this.#caching = caching;
    this.#onVerdict(caching);
  }
}
