import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { useTestFolder } from './scripts/test-folder.ts';

useTestFolder();

/** Rooms are run-time borders, and so are their tests. Those that start the real processes take longer. */
const rooms = ['contract', 'engines', 'nodes', 'server', 'supervisor', 'scripts', 'panel'] as const;
const patience: Partial<Record<(typeof rooms)[number], number>> = {
  supervisor: 180_000,
  scripts: 120_000,
  nodes: 90_000,
  engines: 60_000,
};
/** Those whose files leave nothing behind for the next: reading them anew for each would take longer than running them. */
const tidy: readonly string[] = ['server'];

function projectOf(room: (typeof rooms)[number]) {
  const ifThere = (path: string) => (existsSync(new URL(path, import.meta.url)) ? [path] : []);
  const timeoutMs = patience[room] ?? 30_000;
  return {
    extends: true as const,
    test: {
      name: room,
      include: [`${room}/**/*.test.{ts,tsx}`],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      globalSetup: ifThere(`${room}/src/testing/global-setup.ts`),
      setupFiles: ifThere(`${room}/src/testing/setup.ts`),
      isolate: !tidy.includes(room),
    },
  };
}

/** Rooms whose tests mostly wait for real programs, those that wait longest first. The others mostly compute. */
const waiting = ['supervisor', 'nodes', 'engines'];

/**
 * The order that test files are run in. Room by room, the machine would be idle for one half of the time and overtaxed
 * for the other: so what waits and what computes take turns, both from the first file to the last.
 */
class TakingTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project }: TestSpecification) => waiting.indexOf(project.name);
    const waits = sorted.filter((file) => rank(file) >= 0).toSorted((one, other) => rank(one) - rank(other));
    const computes = sorted.filter((file) => rank(file) < 0);
    return [...spread(waits), ...spread(computes)]
      .toSorted((one, other) => one.place - other.place)
      .map(({ file }) => file);
  }
}

const spread = (files: TestSpecification[]) =>
  files.map((file, index) => ({ file, place: (index + 0.5) / files.length }));

export default defineConfig({
  test: {
    environment: 'node',
    exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'],
    // A second, as it is unless told otherwise, is nothing for a real program on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: TakingTurns },
    projects: rooms.map(projectOf),
  },
});
