import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

export type StorageSettings = NodeSettings & {
  /** Where recordings are kept. */
  storageFolder: string;
  /** Where edges and live nodes come in, and what they are told of it. */
  door: { address: string; port: number; url: string };
};

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): StorageSettings {
  const storageFolder = env.HEADWATER_STORAGE_FOLDER;
  if (!storageFolder) throw new Error('HEADWATER_STORAGE_FOLDER is not set');
  const address = env.HEADWATER_DOOR_BIND || '127.0.0.1';
  const port = env.HEADWATER_DOOR_PORT ?? '';
  if (!/^\d{1,5}$/.test(port)) throw new Error('HEADWATER_DOOR_PORT is not a port');
  const url = env.HEADWATER_DOOR_URL || `http://${address}:${port}`;
  return { ...readNodeSettings(env), storageFolder, door: { address, port: Number(port), url } };
}
