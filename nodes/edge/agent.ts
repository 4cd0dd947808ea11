import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '@headwater/contract/lib/messages';
import { nodeRoutes } from '@headwater/contract/nodes/routes';
import { resolveOrigin } from '@headwater/engines/address';
import { EdgeControl } from '@headwater/engines/nginx';
import { obtainCredential } from '../lib/credential.ts';
import type { EngineHealth } from '../lib/engine.ts';
import { describe, log } from '../lib/log.ts';
import { FollowingNode } from '../lib/node.ts';
import { UsageOutbox } from '../lib/usage-outbox.ts';
import type { LogPosition } from './access-log.ts';
import { isPurge } from './changes.ts';
import { DiskGuard, type DiskProbe } from './disk-guard.ts';
import { EdgeEngine } from './edge-engine.ts';
import { boundErrorLog, rotateLog } from './log-rotation.ts';
import { NginxWatch } from './nginx-watch.ts';
import { Origins } from './origins.ts';
import type { EdgeSettings } from './settings.ts';
import { type EdgeUsage, UsageCounter } from './usage.ts';

/** An edge: nginx beside it serves, this program tells it what and counts what it served. */
export async function runEdge(
  settings: EdgeSettings,
  signal: AbortSignal,
  /** The real one unless given. */
  diskProbe?: DiskProbe,
): Promise<'stopped' | 'removed'> {
  const { folder, controlUrl, joinToken, accessLog, pidFile } = settings;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const credential = await obtainCredential({ kind: 'edge', folder, controlUrl, joinToken }, signal);

  const outbox = new UsageOutbox<LogPosition, EdgeUsage>(folder, nodeRoutes.reportUsage);
  const origins = new Origins({
    folder,
    allowPrivate: settings.allowPrivate,
    ownAddresses: settings.ownAddresses,
    resolve: resolveOrigin,
    onChange: (key) => {
      engine
        .originChanged(key)
        .catch((error: unknown) => log.warn('an origin was not updated', { reason: describe(error) }));
    },
  });
  // Two connections: a look at nginx must not wait behind a push of everything.
  const connect = () => (settings.controlSocket === null ? null : new EdgeControl(settings.controlSocket));
  const watch = new NginxWatch(connect(), () => node.signals);
  const onVerdict = (caching: boolean): void => {
    watch.wantedCaching = caching;
    watch.lookNow();
    node.signals.healthChanged();
  };
  const disk = new DiskGuard(settings.cacheFolder, onVerdict, diskProbe);
  const engine = new EdgeEngine({
    control: connect() ?? noControl,
    origins,
    signals: () => node.signals,
    health: (): EngineHealth => {
      const lost = outbox.lostBatches > 0 ? [`${outbox.lostBatches} batches of usage were lost.`] : [];
      const warnings = [watch.problem, disk.warning].filter((warning) => warning !== null);
      return { serving: watch.problem === null && watch.open, warnings: [...warnings, ...lost], notices: [] };
    },
    onTrouble: () => watch.lookNow(),
  });
  const options = { folder, controlUrl, credential, version, isEvent: isPurge, addresses: settings.addresses };
  const node: FollowingNode = new FollowingNode(options, engine);
  const rotation = { accessLog, pidFile, rotateBytes: settings.rotateLogBytes, keptFiles: 5 };
  const errorLog = join(dirname(accessLog), 'error.log');
  const rotate = async (countedUpTo: number) => {
    await rotateLog(rotation, countedUpTo);
    await boundErrorLog(errorLog, pidFile, settings.rotateLogBytes);
  };
  const usage = new UsageCounter({ accessLog, everyMs: 2000, quietMs: 2000, rotate }, outbox);

  await Promise.all([node.load(), origins.load(), usage.load()]);
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const parts = [
    watch.run(until),
    origins.run(until),
    usage.run(until),
    outbox.run(node.controlPlane, until),
    disk.run(until),
  ];
  try {
    return await node.run(until);
  } finally {
    ending.abort();
    await Promise.all(parts);
  }
}

const away = async (): Promise<never> => {
  throw new Error('there is no nginx on this machine');
};
const noControl = { putZones: away, removeZones: away, replaceZones: away, purgePaths: away, forget: away, open: away };
