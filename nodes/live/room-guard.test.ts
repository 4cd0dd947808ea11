import { expect, test } from 'vitest';
import { judgeRoom, RoomGuard } from './room-guard.ts';

const mebibyte = 1024 * 1024;

test('between the limits everything stays as it is, so that nothing goes on and off', () => {
  const judge = (mebibytes: number, before: 'ok' | 'low' | 'full') => judgeRoom(mebibytes * mebibyte, before);
  expect([1100, 1000, 255].map((free) => judge(free, 'ok'))).toEqual(['ok', 'low', 'full']);
  expect([1200, 1100, 300, 200].map((free) => judge(free, 'low'))).toEqual(['ok', 'low', 'low', 'full']);
  expect([5000, 500, 300].map((free) => judge(free, 'full'))).toEqual(['ok', 'low', 'full']);
});

test('a change is told once, with a sentence for operators', async () => {
  let free = 5000;
  let told = 0;
  const guard = new RoomGuard(
    '/',
    async () => free * mebibyte,
    () => {
      told += 1;
    },
  );
  await guard.look();
  expect([guard.room, guard.warning, told]).toEqual(['ok', null, 0]);
  free = 100;
  await guard.look();
  await guard.look();
  expect([guard.room, told]).toEqual(['full', 1]);
  expect(guard.warning).toBe(
    'The disk of the live server is full (100 MiB free): no stream can be live until there is room.',
  );
});

test('a file may take what others that record leave, and of a low disk what is live leaves', async () => {
  let free = 2000;
  const guard = new RoomGuard(
    '/',
    async () => free * mebibyte,
    () => undefined,
  );
  const missing = async (mebibytes: number) => (await guard.missingBytes(mebibytes * mebibyte)) / mebibyte;
  await guard.look();
  expect([await missing(900), await missing(1000)]).toEqual([0, 24]);
  free = 800;
  expect(await missing(0)).toBe(224);
  await guard.look();
  expect([await missing(400), await missing(500)]).toEqual([0, 84]);
});
