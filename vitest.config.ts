import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { TakingTurns } from './scripts/test-order.ts';

/** Rooms are run-time borders, and so are their tests. Those that start the real processes take longer. */
const rooms = ['contract', 'engines', 'nodes', 'server', 'supervisor', 'scripts', 'panel'] as const;
const patience: Partial<Record<(typeof rooms)[number], number>> = { supervisor: 180_000, scripts: 120_000 };

function projectOf(room: (typeof rooms)[number]) {
  const setup = `${room}/src/testing/global-setup.ts`;
  const timeoutMs = patience[room] ?? 30_000;
  return {
    extends: true as const,
    test: {
      name: room,
      include: [`${room}/**/*.test.{ts,tsx}`],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      globalSetup: existsSync(new URL(setup, import.meta.url)) ? [setup] : [],
    },
  };
}

export default defineConfig({
  test: {
    environment: 'node',
    exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: TakingTurns },
    projects: rooms.map(projectOf),
  },
});
