import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Rooms whose tests mostly wait for real programs, those that wait longest first. The others mostly compute. */
const waiting = ['supervisor', 'nodes', 'engines'];

/**
 * The order that test files are run in. Room by room, the machine would be idle for one half of the time and overtaxed
 * for the other: so what waits and what computes take turns, both from the first file to the last.
 */
export class TakingTurns extends BaseSequencer {
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
