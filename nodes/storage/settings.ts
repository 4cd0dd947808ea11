import { type DoorSettings, readDoor } from '../lib/door-settings.ts';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

export type StorageSettings = NodeSettings & {
  /** Where recordings are kept. */
  storageFolder: string;
  door: DoorSettings;
};

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): StorageSettings {
  const storageFolder = env.HEADWATER_STORAGE_FOLDER;
  if (!storageFolder) throw new Error('HEADWATER_STORAGE_FOLDER is not set');
  return { ...readNodeSettings(env), storageFolder, door: readDoor(env) };
}
