import { loadFeatures } from '../features.ts';
import type { World } from './index.ts';

/** Runs one of the features' scheduled jobs, as a worker does when it is due. */
export async function runJob({ database, lookUpDelegation, settings }: World, name: string): Promise<void> {
  const features = await loadFeatures();
  const job = features.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name);
  if (!job) throw new Error(`no job is called ${name}`);
  await job.run(database, { features, lookUpDelegation, settings });
}
