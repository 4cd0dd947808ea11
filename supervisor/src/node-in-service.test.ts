import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoleHealth } from './control.ts';
import { nodeWords, waitForNode } from './node-in-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A node whose state changes as time passes: each look finds it a second later. */
function nodeOverTime(...states: RoleHealth[]) {
  let look = 0;
  return async () => {
    vi.advanceTimersByTime(1000);
    return states[Math.min(look++, states.length - 1)];
  };
}
const { signal } = new AbortController();
const wait = (...states: RoleHealth[]) => waitForNode(nodeOverTime(...states), nodeWords.edge, signal);
const ok = { state: 'ok' };
const starting = { state: 'down', reason: 'edge-1 is away.' };
const degraded = { state: 'degraded', reason: 'edge-1: The disk is nearly full.' };

test('a node on its way up is waited for', async () => {
  expect(await wait(starting, starting, ok)).toBeNull();
});

test('one that comes up beside another is no trouble', async () => {
  expect(await wait(starting, degraded, ok)).toBeNull();
});

test('a degraded node serves: it is not waited for, and its reason is told', async () => {
  expect(await wait(starting, degraded)).toBe(
    'Zones are served, but not all is well: edge-1: The disk is nearly full.',
  );
});

test('one that never comes is told with its reason, by the name of its kind', async () => {
  expect(await wait(starting)).toBe('The edge is not in service yet: edge-1 is away.');
  const away = { state: 'down', reason: 'dns-1 is away.' };
  expect(await waitForNode(nodeOverTime(away), nodeWords.dns, signal)).toBe(
    'The name server is not in service yet: dns-1 is away.',
  );
});
