import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { version } from '@headwater/contract/lib/messages';
import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { RtmpControl } from '@headwater/engines/nginx-rtmp';
import { readIfExists, writeAtomically } from '../lib/atomic-file.ts';
import { obtainCredential } from '../lib/credential.ts';
import type { EngineHealth } from '../lib/engine.ts';
import { log } from '../lib/log.ts';
import { FollowingNode } from '../lib/node.ts';
import { pause } from '../lib/pause.ts';
import { isEvent } from './changes.ts';
import { observeStreams } from './health/observe.ts';
import { createHlsServer } from './hls/service.ts';
import { createHookServer } from './hook/server.ts';
import { IngestWatch } from './ingest-watch.ts';
import { LiveEngine } from './live-engine.ts';
import { endOrphans } from './processes/orphans.ts';
import type { RunRecord } from './processes/run-record.ts';
import { PullGate } from './pull/pull-gate.ts';
import { sourceRules } from './pull/source-check.ts';
import { finishRecordings } from './recordings/finish.ts';
import { type Recording, Recordings } from './recordings/recordings.ts';
import { uploadRecording } from './recordings/upload.ts';
import { LiveReporter } from './reports/live-reporter.ts';
import { Outbox } from './reports/outbox.ts';
import { Refusals } from './reports/refusals.ts';
import { type FreeBytes, RoomGuard, readFreeBytes } from './room-guard.ts';
import { SegmentCleaner } from './segment-cleaner.ts';
import { SegmentIndex } from './segments/segment-index.ts';
import type { IngestDoors, LiveSettings } from './settings.ts';
import { openStore, Shelf } from './store.ts';
import { Encoding } from './streams/encoding.ts';
import type { StoredStream } from './streams/kept-stream.ts';
import { KeptStreams } from './streams/kept-streams.ts';

/** Nothing is there: what is missing is told as something that does not answer. */
const nowhere: IngestDoors = {
  hookUrl: 'http://127.0.0.1:0/none',
  controlSocket: '/nowhere',
  playUrl: 'rtmp://127.0.0.1:9/live',
};
const cleanEveryMs = 10_000;
const sweepEveryCleans = 30;

/** What tests put in the place of the machine's. */
export type Surroundings = { readFreeBytes: FreeBytes };

/**
 * A live node: nginx-rtmp beside it lets in whom this program lets in, ffmpegs below it make segments, and edges fetch
 * from its door what the index makes of them.
 */
export async function runLive(
  settings: LiveSettings,
  signal: AbortSignal,
  { readFreeBytes: readFree }: Surroundings = { readFreeBytes },
): Promise<'stopped' | 'removed'> {
  const { folder, controlUrl, joinToken, door } = settings;
  const mediaFolder = join(folder, 'media');
  const recordingsFolder = join(folder, 'recordings');
  for (const path of [folder, mediaFolder, recordingsFolder]) await mkdir(path, { recursive: true, mode: 0o700 });
  const credential = await obtainCredential({ kind: 'live', folder, controlUrl, joinToken }, signal);

  const ingest = settings.ingest ?? nowhere;
  const db = openStore(join(folder, 'live.db'));
  const index = new SegmentIndex({ folder, mediaFolder });
  const runs = new Shelf<RunRecord>(db, 'runs');
  const outbox = new Outbox(db);
  const newId = () => randomBytes(10).toString('hex');
  const control = new RtmpControl(ingest.controlSocket);
  const changed = new Set<string>();
  const onChanged = (streamId: string): void => {
    changed.add(streamId);
    reporter.hurry();
  };
  const recordings = new Recordings({
    shelf: new Shelf<Recording>(db, 'recordings'),
    folder: recordingsFolder,
    listSegments: (sessionId) => index.listSession(sessionId),
    nextNumber: (sessionId) => (index.sessionRange(sessionId)?.lastNumber ?? -1) + 1,
    finish: finishRecordings(mediaFolder),
    missingBytes: (bytes) => guard.missingBytes(bytes),
    upload: uploadRecording,
    tell: (report, isUrgent) => {
      outbox.putRecording(report);
      if (isUrgent) reporter.hurry();
    },
    newId,
  });
  const gate = new PullGate({
    folder,
    rules: sourceRules({
      allowPrivate: settings.allowPrivate,
      ownAddresses: () => settings.ownAddresses,
      ownPorts: () => [door.port, settings.rtmpPort, settings.rtmpsPort].filter((port) => port !== null),
    }),
    onRefused: (streamId, host, reason) =>
      log.warn('a source led to where nothing is fetched from', { streamId, host, reason }),
    port: Number(await readIfExists(join(folder, 'gate-port'))) || undefined,
  });
  const guard = new RoomGuard(mediaFolder, readFree, () => {
    for (const stream of streams.all()) stream.take({ type: 'room' });
    node.signals.healthChanged();
  });
  const encoding = new Encoding({
    folder,
    mediaFolder,
    playUrl: ingest.playUrl,
    gate,
    hasCapacity: (doc) => streams.hasCapacity(doc),
    isInQuota: (doc) => streams.isInQuota(doc),
  });
  const streams: KeptStreams = new KeptStreams({
    tools: {
      db,
      documents: new Shelf<LiveStream>(db, 'documents'),
      streams: new Shelf<StoredStream>(db, 'streams'),
      runs,
      index,
      mediaFolder,
      recordings,
      outbox,
      refusals: new Refusals((session) => outbox.putSession(session), newId, Date.now),
      encoding,
      gate,
      drop: (name) => void control.dropPublisher(name).catch(() => undefined),
      room: () => guard.room,
      newId,
      onChanged,
    },
    mostEncoders: settings.mostEncoders,
    isDead: (name) => watch.isDead(name),
  });
  const watch: IngestWatch = new IngestWatch({
    control,
    publishing: () => streams.publishing(),
    isKnowing: () => streams.isKnowing,
    onSeen: (sessions) => streams.seen(sessions),
    onGone: (name) => streams.lost(name),
    onHealthChanged: () => node.signals.healthChanged(),
  });
  const reporter: LiveReporter = new LiveReporter({
    outbox,
    states: () => {
      const ids = new Set([
        ...changed,
        ...streams.all().flatMap(({ id, state }) => (state.phase === 'idle' ? [] : id)),
      ]);
      changed.clear();
      return streams.states(ids);
    },
    underWay: () => ({ sessions: streams.sessionIds(), recordings: recordings.ids() }),
    onPlaces: (places, gone) => recordings.answered(places, gone),
  });
  const cleaner = new SegmentCleaner({ index, mediaFolder, recordings, streams });
  const health = (): EngineHealth => {
    const warnings = [watch.problem, doorProblem, guard.warning].filter((warning) => warning !== null);
    return { serving: watch.problem === null && doorProblem === null, warnings, notices: [] };
  };
  const engine = new LiveEngine(credential.nodeId, streams, health);
  const doors = { url: door.url, rtmpPort: settings.rtmpPort, rtmpsPort: settings.rtmpsPort };
  const node: FollowingNode = new FollowingNode(
    { folder, controlUrl, credential, version, isEvent, addresses: settings.addresses, doors },
    engine,
  );

  let doorProblem: string | null = 'The door of the live node is not open yet.';
  const hlsServer = createHlsServer({ index, mediaFolder, streamOf: (id) => streams.of(id) });
  const hook = new URL(ingest.hookUrl);
  const hookServer = createHookServer(hook.pathname, streams);

  await node.load();
  await gate.start();
  // Encoders that outlive this program know it.
  await writeAtomically(join(folder, 'gate-port'), String(gate.port));
  await guard.look();
  await endOrphans(mediaFolder, new Set(runs.all().map(([, { pid }]) => pid)));
  streams.recall();
  await listen(hookServer, Number(hook.port), '127.0.0.1');
  await listen(hlsServer, door.port, door.address);
  doorProblem = null;
  node.signals.started();

  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const parts = [
    guard.run(until),
    watch.run(until),
    recordings.run(until),
    reporter.run(node.controlPlane, until),
    observeStreams({ streams, outbox, diskIsLow: () => guard.room !== 'ok' }, until),
    keepClean(cleaner, runs, until),
  ];
  try {
    return await node.run(until);
  } finally {
    ending.abort();
    for (const server of [hookServer, hlsServer]) {
      server.close();
      server.closeAllConnections();
    }
    // Who starts after this finds them ended, their last segments closed, and goes on with their sessions.
    await streams.stop();
    await Promise.all(parts);
    await gate.stop();
    index.close();
    db.close();
  }
}

async function listen(server: Server, port: number, address: string): Promise<void> {
  server.listen(port, address);
  await once(server, 'listening');
}

async function keepClean(cleaner: SegmentCleaner, runs: Shelf<RunRecord>, signal: AbortSignal): Promise<void> {
  for (let cleans = 1; !signal.aborted; cleans += 1) {
    await pause(cleanEveryMs, signal);
    if (signal.aborted) return;
    await cleaner.clean();
    if (cleans % sweepEveryCleans === 0) await cleaner.sweep(new Set(runs.all().map(([id]) => id)));
  }
}
