import { join } from 'node:path';
import type { Control } from './control.ts';
import { describeDoor } from './door.ts';
import type { Fleet } from './fleet.ts';
import { chooseInnerPorts } from './inner-ports.ts';
import { makeNodeFolder, startAgent, storageNode } from './node-agent.ts';

/** The local storage of recordings: its agent is all there is, and nothing can be missing. */
export async function startStorage(
  fleet: Fleet,
  control: Promise<Control | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const { settings } = fleet;
  const ports = await chooseInnerPorts(makeNodeFolder(settings, storageNode), ['door']);
  await startAgent(fleet, storageNode, control, signal, {
    HEADWATER_STORAGE_FOLDER: join(settings.dataFolder, 'storage'),
    ...describeDoor(settings, settings.doors.storage, ports.door),
  });
  return [];
}
