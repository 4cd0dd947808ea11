import { beforeEach, expect, test, vi } from 'vitest';
import { keep, markRead, onKept, readKept } from './kept.ts';
import type { Notification } from './notification.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
vi.stubGlobal('window', new EventTarget());
beforeEach(() => stored.clear());

const item = (email: string, id: string): Notification => ({
  id,
  link: null,
  linkText: null,
  message: `Message ${id}`,
  severity: 'info',
  read: false,
  type: null,
  email,
});
const ada = 'ada@example.test';
const bob = 'bob@example.test';

test('each e-mail address has its own, read singly or all at once', () => {
  keep(ada, [item(ada, '1'), item(ada, '2')]);
  keep(bob, [item(bob, '1'), item(bob, '2')]);
  markRead(ada, '2');
  markRead(bob);
  expect(readKept(ada).map(({ id, read }) => [id, read])).toEqual([
    ['1', false],
    ['2', true],
  ]);
  expect(readKept(bob).every(({ read }) => read)).toBe(true);
});

test('a change is told once, no change is not', () => {
  const heard = vi.fn<() => void>();
  const stop = onKept(heard);
  keep(ada, [item(ada, '1')]);
  keep(ada, [item(ada, '1')]);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  markRead(ada);
  expect(heard).toHaveBeenCalledTimes(1);
});

test.each(['no JSON', 'null', '{}', '[null, 1, {"id": 1}]', '[{"id":"1","message":"m","email":"ada@example.test"}]'])(
  'what is no notification is none: %s',
  (text) => {
    stored.set('notifications', text);
    expect(readKept(ada)).toEqual([]);
    markRead(ada);
    keep(ada, [item(ada, '1')]);
    expect(readKept(ada)).toHaveLength(1);
  },
);
