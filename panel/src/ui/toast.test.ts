import { messages, toastDurations } from '@headwater/contract/lib/messages';
import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from './toast.ts';

type Words = { message: string; percent?: number; countdownMs?: number };

/** What stands on screen, once all that was told has arrived. */
async function shown() {
  await vi.dynamicImportSettled();
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ id, autoClose, role, message }) => ({
    id,
    autoClose,
    role,
    ...(message as ReactElement<Words>).props,
  }));
}

afterEach(() => cleanNotifications());

test('the same words are not shown twice at a time, and once more when they are gone', async () => {
  toast.error(messages.sessionExpired);
  toast.error(messages.sessionExpired);
  toast.success(messages.sessionExpired);
  expect(await shown()).toHaveLength(2);
  cleanNotifications();
  toast.error(messages.sessionExpired);
  expect(await shown()).toHaveLength(1);
});

test('each kind stays as long as the product promises', async () => {
  toast.success('one');
  toast.error('two');
  toast.success('three', { lasts: 'videoSuccess' });
  toast.success('four', { lasts: 'domainAdded', countdown: true });
  toast.error('five', { lasts: 'domainError' });
  expect((await shown()).map(({ autoClose }) => autoClose)).toEqual([
    toastDurations.success,
    toastDurations.error,
    2000,
    2500,
    8000,
  ]);
  expect((await shown())[3]?.countdownMs).toBe(2500);
  for (const kind of ['domainSuccess', 'domainWarning', 'domainError'] as const) {
    expect(toastDurations[kind]).toBeGreaterThanOrEqual(4000);
    expect(toastDurations[kind]).toBeLessThanOrEqual(8000);
  }
});

test('work shows how far it has come in one place, and says there how it ended', async () => {
  const work = toast.progress('Copying records');
  work.update(41.6);
  expect(await shown()).toMatchObject([{ message: 'Copying records', percent: 42, autoClose: false, role: 'group' }]);
  work.update(140, 'Almost there');
  expect(await shown()).toMatchObject([{ message: 'Almost there', percent: 100 }]);
  work.succeed('Copied 3 of 3 records successfully (0 skipped)');
  work.update(12);
  const [end, ...others] = await shown();
  expect(others).toEqual([]);
  expect(end).toMatchObject({ autoClose: toastDurations.success, role: 'alert' });
  expect(end?.percent).toBeUndefined();
});

test('the end of work is told even to those who dismissed its progress', async () => {
  const work = toast.progress('Encoding');
  await shown();
  cleanNotifications();
  work.update(50);
  expect(await shown()).toEqual([]);
  work.fail('HTTP Error');
  expect(await shown()).toMatchObject([{ message: 'HTTP Error', autoClose: toastDurations.error }]);
});

test('two works at a time have a toast each', async () => {
  toast.progress('Uploading');
  toast.progress('Uploading');
  expect(await shown()).toHaveLength(2);
});

test('a toast with an id gives its place to the next one of that id', async () => {
  toast.error('First', { id: 'purge' });
  toast.error('Second', { id: 'purge' });
  expect(await shown()).toMatchObject([{ id: 'purge', message: 'Second' }]);
});
