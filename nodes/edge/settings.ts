import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { listAddresses } from '../lib/addresses.ts';

export type EdgeSettings = {
  controlUrl: string;
  folder: string;
  joinToken: string | null;
  allowPrivateOrigins: boolean;
  /** Addresses of the provider's own nodes: never an origin. */
  ownAddresses: string[];
  /** From which this edge fetches, as origins see it. */
  addresses: () => string[];
  /** Where nginx answers and writes; null when no nginx could be laid out. */
  controlSocket: string | null;
  accessLog: string;
  pidFile: string;
  cacheFolder: string;
  rotateLogBytes: number;
};

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const need = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set`);
    return value;
  };
  const addresses = () => listAddresses(env.HEADWATER_NODE_ADDRESSES ?? '');
  // A slip in it is told at the start.
  addresses();
  const folder = need('HEADWATER_NODE_FOLDER');
  const nginx = join(folder, 'nginx');
  return {
    controlUrl: need('HEADWATER_CONTROL_URL'),
    folder,
    joinToken: env.HEADWATER_JOIN_TOKEN || null,
    allowPrivateOrigins: ['1', 'true', 'yes', 'on'].includes((env.HEADWATER_ALLOW_PRIVATE_ORIGINS ?? '').toLowerCase()),
    ownAddresses: [
      ...(env.HEADWATER_OWN_ADDRESSES ?? '').split(',').flatMap((address) => address.trim() || []),
      // A zone whose origin is this edge would fetch from itself without end.
      ...Object.values(networkInterfaces()).flatMap((of) => of?.map(({ address }) => address) ?? []),
    ],
    addresses,
    controlSocket: env.HEADWATER_EDGE_SOCKET || null,
    accessLog: env.HEADWATER_EDGE_ACCESS_LOG || join(nginx, 'logs', 'access.json'),
    pidFile: env.HEADWATER_EDGE_PID_FILE || join(nginx, 'run', 'nginx.pid'),
    cacheFolder: env.HEADWATER_EDGE_CACHE_FOLDER || join(nginx, 'cache'),
    rotateLogBytes: Number(env.HEADWATER_EDGE_LOG_BYTES || 64 * 1024 * 1024),
  };
}
