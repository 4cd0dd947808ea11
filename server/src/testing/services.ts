import { loadCommands } from '../features.ts';
import type { World } from './index.ts';
import { runWords } from './run-command.ts';

/** As an operator does it. */
export async function setServiceStatus(world: World, serviceId: number, to: string): Promise<void> {
  const words = ['service', 'status', '--id', String(serviceId), '--to', to];
  const { code, err } = await runWords(world, await loadCommands(), ...words);
  if (code !== 0) throw new Error(`service status: ${err}`);
}
