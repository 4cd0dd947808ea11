import { join } from 'node:path';
import { type FetchRules, readFetchRules } from '../lib/fetch-rules.ts';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

export type EdgeSettings = NodeSettings &
  FetchRules & {
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
    ...readFetchRules(env),
    controlSocket: env.HEADWATER_EDGE_SOCKET || null,
    accessLog: env.HEADWATER_EDGE_ACCESS_LOG || join(nginx, 'logs', 'access.json'),
    pidFile: env.HEADWATER_EDGE_PID_FILE || join(nginx, 'run', 'nginx.pid'),
    cacheFolder: env.HEADWATER_EDGE_CACHE_FOLDER || join(nginx, 'cache'),
    rotateLogBytes: Number(env.HEADWATER_EDGE_LOG_BYTES || 64 * 1024 * 1024),
  };
}
