import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoleHealth } from './control.ts';
import { waitForEdge } from './edge-in-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** An edge whose state changes as time passes: each look finds it a second later. */
function edgeOverTime(...states: RoleHealth[]) {
  let look = 0;
  return async () => {
    vi.advanceTimersByTime(1000);
    return states[Math.min(look++, states.length - 1)];
  };
}
const { signal } = new AbortController();
const ok = { state: 'ok' };
const starting = { state: 'down', reason: 'edge-1 is away.' };
const degraded = { state: 'degraded', reason: 'edge-1: The disk is nearly full.' };

test('an edge on its way up is waited for', async () => {
  expect(await waitForEdge(edgeOverTime(starting, starting, ok), signal)).toBeNull();
});

test('one that comes up beside another is no trouble', async () => {
  expect(await waitForEdge(edgeOverTime(starting, degraded, ok), signal)).toBeNull();
});

test('a degraded edge serves: it is not waited for, and its reason is told', async () => {
  expect(await waitForEdge(edgeOverTime(starting, degraded), signal)).toBe(
    'Zones are served, but not all is well: edge-1: The disk is nearly full.',
  );
});

test('one that never comes is told with its reason', async () => {
  expect(await waitForEdge(edgeOverTime(starting), signal)).toBe('The edge is not in service yet: edge-1 is away.');
});
