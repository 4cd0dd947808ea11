import { expect, test } from 'vitest';
import { DiskGuard, measureRoom } from './disk-guard.ts';

const mebibyte = 1024 * 1024;

test('caching stops on a nearly full disk and goes on when there is room, with a gap between', async () => {
  const verdicts: boolean[] = [];
  let room = { freeBytes: 0, totalBytes: 0 };
  const guard = new DiskGuard('/', (caching) => verdicts.push(caching), { measure: async () => room, everyMs: 1 });
  const look = async (freeMebibytes: number, totalMebibytes: number) => {
    room = { freeBytes: freeMebibytes * mebibyte, totalBytes: totalMebibytes * mebibyte };
    await guard.look();
    return guard.warning === null;
  };
  expect(await look(6000, 100_000)).toBe(true);
  expect(await look(4999, 100_000)).toBe(false);
  expect(await look(6900, 100_000)).toBe(false);
  expect(await look(7100, 100_000)).toBe(true);
  expect(await look(511, 5000)).toBe(false);
  expect(guard.warning).toContain('511 MiB, 10.2 % free');
  expect(await look(767, 5000)).toBe(false);
  expect(await look(769, 5000)).toBe(true);
  expect(verdicts).toEqual([false, true, false, true]);
});

test('measures the disk of a real folder, and says nothing about one that is not there yet', async () => {
  const { freeBytes, totalBytes } = await measureRoom('/');
  expect(freeBytes).toBeLessThanOrEqual(totalBytes);
  const guard = new DiskGuard('/nowhere/at/all', () => expect.unreachable());
  await guard.look();
  expect(guard.warning).toBeNull();
});
