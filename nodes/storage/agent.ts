import { mkdir } from 'node:fs/promises';
import { version } from '@headwater/contract/lib/messages';
import { obtainCredential } from '../lib/credential.ts';
import type { EngineHealth } from '../lib/engine.ts';
import { FollowingNode } from '../lib/node.ts';
import { Caretaker } from './caretaker.ts';
import { Door } from './door.ts';
import { RecordingFiles } from './files.ts';
import type { MeasureFree } from './room.ts';
import type { StorageSettings } from './settings.ts';
import { keyOf, StorageEngine } from './storage-engine.ts';

/** A storage: recordings come in and are fetched by its door, and stay for as long as the control plane wants them. */
export async function runStorage(
  settings: StorageSettings,
  signal: AbortSignal,
  /** The real ones unless given. */
  measure?: MeasureFree,
  lookEveryMs?: number,
): Promise<'stopped' | 'removed'> {
  const { folder, controlUrl, joinToken, storageFolder, door } = settings;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(storageFolder, { recursive: true, mode: 0o700 });
  const credential = await obtainCredential({ kind: 'storage', folder, controlUrl, joinToken }, signal);

  const files = new RecordingFiles(storageFolder, measure, () => node.signals.healthChanged());
  const health = (): EngineHealth => ({
    serving: engine.isWhole,
    warnings: files.room.warning === null ? [] : [files.room.warning],
    notices: [],
  });
  const engine: StorageEngine = new StorageEngine({ files, nodeId: credential.nodeId, health });
  const doors = { url: door.url, rtmpPort: null, rtmpsPort: null };
  const common = { folder, controlUrl, credential, version, addresses: settings.addresses };
  const node: FollowingNode = new FollowingNode({ ...common, isEvent: () => false, doors }, engine);
  const settleLater = (key: string, reason: string | null) => node.signals.settleLater(key, reason);
  const caretaker = new Caretaker({ folder, files, engine, settleLater, onRoundDone: node.signals.healthChanged });
  const entrance = new Door({
    files,
    recording: (id) => engine.recording(id),
    onStored: async (id) => {
      if ((await engine.look(id)) === 'found') await settleLater(keyOf(id), null);
    },
  });

  await Promise.all([node.load(), files.prepare()]);
  await entrance.listen(door.address, door.port);
  node.signals.started();
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const care = Promise.all([caretaker.run(until), files.room.watch(until, lookEveryMs)]);
  try {
    return await node.run(until);
  } finally {
    ending.abort();
    await care;
    await entrance.close();
  }
}
