import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAway, Reachability } from './reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a server that does not answer for three seconds is lost, until it answers', () => {
  const reach = new Reachability();
  const heard: string[] = [];
  reach.subscribe(() => heard.push(reach.get()));
  reach.failed();
  vi.advanceTimersByTime(2000);
  // A further failure does not begin the time anew.
  reach.failed();
  expect(reach.get()).toBe('doubted');
  vi.advanceTimersByTime(1000);
  expect(reach.get()).toBe('lost');
  reach.failed();
  reach.answered();
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(['doubted', 'lost', 'reached']);
});

test('what passes within the time is no loss', () => {
  const reach = new Reachability();
  reach.failed();
  vi.advanceTimersByTime(2900);
  reach.answered();
  vi.advanceTimersByTime(10_000);
  expect(reach.get()).toBe('reached');
});

test('a refusal is an answer; a proxy that speaks for an absent server is none', () => {
  expect([401, 404, 429, 500].some(isAway)).toBe(false);
  expect([502, 503, 504].every(isAway)).toBe(true);
});
