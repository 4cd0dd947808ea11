import { networkInterfaces } from 'node:os';
import type { Environment } from './program.ts';
import { type DoorSettings, reachable, type Settings } from './settings.ts';

/**
 * Where a node's own server listens, and what others are told of it.
 * @param innerPort of loopback, for where nobody from elsewhere comes.
 */
export function describeDoor(settings: Settings, { port, url }: DoorSettings, innerPort: number): Environment {
  const bind = port === undefined ? '127.0.0.1' : settings.bind;
  const at = port ?? innerPort;
  return {
    HEADWATER_DOOR_BIND: bind,
    HEADWATER_DOOR_PORT: String(at),
    HEADWATER_DOOR_URL: url ?? `http://${addressOf(bind)}:${at}`,
  };
}

/** The address that others reach this machine at: what it listens on, or what leaves it. */
function addressOf(bind: string): string {
  if (bind !== '0.0.0.0' && bind !== '::') return reachable(bind);
  const [told] = (process.env.HEADWATER_NODE_ADDRESSES ?? '').split(',');
  if (told?.trim()) return reachable(told.trim());
  const outward = Object.values(networkInterfaces())
    .flatMap((of) => of ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  return outward[0]?.address ?? '127.0.0.1';
}
