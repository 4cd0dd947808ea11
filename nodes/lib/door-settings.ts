/** Where other nodes come in, and what they are told of it. */
export type DoorSettings = { address: string; port: number; url: string };

/** What the environment says; throws in words when something needed is missing. */
export function readDoor(env: NodeJS.ProcessEnv): DoorSettings {
  const address = env.HEADWATER_DOOR_BIND || '127.0.0.1';
  const port = readPort(env, 'HEADWATER_DOOR_PORT');
  if (port === null) throw new Error('HEADWATER_DOOR_PORT is not set');
  return { address, port, url: env.HEADWATER_DOOR_URL || `http://${address}:${port}` };
}

/** Null where there is none. */
export function readPort(env: NodeJS.ProcessEnv, name: string): number | null {
  const text = env[name];
  if (!text) return null;
  if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} is not a port`);
  return Number(text);
}
