import { expect, test } from 'vitest';
import { readProcess } from './proc.ts';
import { isLeftover, writePolicy } from './service-starts.ts';

const startTicks = readProcess(process.pid)?.startTicks ?? 0;

test('a policy is left over once the process that would lift it has gone', () => {
  expect(isLeftover(writePolicy(process.pid, startTicks))).toBe(false);
  // The number has gone to another process since.
  expect(isLeftover(writePolicy(process.pid, startTicks - 1))).toBe(true);
  // Higher than Linux ever counts.
  expect(isLeftover(writePolicy(2 ** 22 + 1, startTicks))).toBe(true);
});

test('one that names no process is left over, too', () => {
  expect(isLeftover('#!/bin/sh\n# Placed by Headwater while it installs its engines\nexit 101\n')).toBe(true);
});

test("the operator's own policy is never touched", () => {
  expect(isLeftover('#!/bin/sh\nexit 101\n')).toBe(false);
});
