import { statfs } from 'node:fs/promises';

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
