import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

export type EdgeSettings = NodeSettings & {
  allowPrivateOrigins: boolean;
  /** Addresses of the provider's own nodes: never an origin. */
  ownAddresses: string[];
  /** Where nginx answers and writes; null when no nginx could be laid out. */
  controlSocket: string | null;
  accessLog: string;
  pidFile: string;
  cacheFolder: string;
  rotateLogBytes: number;
};

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const common = readNodeSettings(env);
  const nginx = join(common.folder, 'nginx');
  return {
    ...common,
    allowPrivateOrigins: ['1', 'true', 'yes', 'on'].includes((env.HEADWATER_ALLOW_PRIVATE_ORIGINS ?? '').toLowerCase()),
    ownAddresses: [
      ...(env.HEADWATER_OWN_ADDRESSES ?? '').split(',').flatMap((address) => address.trim() || []),
      // A zone whose origin is this edge would fetch from itself without end.
      ...Object.values(networkInterfaces()).flatMap((of) => of?.map(({ address }) => address) ?? []),
    ],
    controlSocket: env.HEADWATER_EDGE_SOCKET || null,
    accessLog: env.HEADWATER_EDGE_ACCESS_LOG || join(nginx, 'logs', 'access.json'),
    pidFile: env.HEADWATER_EDGE_PID_FILE || join(nginx, 'run', 'nginx.pid'),
    cacheFolder: env.HEADWATER_EDGE_CACHE_FOLDER || join(nginx, 'cache'),
    rotateLogBytes: Number(env.HEADWATER_EDGE_LOG_BYTES || 64 * 1024 * 1024),
  };
}
