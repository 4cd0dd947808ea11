import { expect, test, vi } from 'vitest';
import { leaveSession } from './leave-session.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

test('a session that is left ends at the server too, even as the page goes, and is forgotten at once', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new Error('the network is away')));
  vi.stubGlobal('fetch', fetch);
  leaveSession();
  expect(fetch).not.toHaveBeenCalled();
  stored.set('token', 'of somebody else');
  leaveSession();
  expect(stored.size).toBe(0);
  const [address, init] = fetch.mock.calls[0]!;
  expect(address).toBe('/api/v1/auth/logout');
  expect(init).toMatchObject({ method: 'POST', keepalive: true });
  expect(new Headers(init!.headers).get('authorization')).toBe('Bearer of somebody else');
});
