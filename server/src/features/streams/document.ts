import type { EdgeAccess } from '@headwater/contract/nodes/edge-access';
import { EdgeZone } from '@headwater/contract/nodes/edge-document';
import { LiveStream } from '@headwater/contract/nodes/live-document';
import type { Settings } from '../../lib/settings.ts';
import { edgeIdOf, edgeRecordingsIdOf, hostOf, pathOf, recordingsPathOf, streamIdOf } from './places.ts';
import {
  hashOf,
  passOf,
  recordingsKeyOf,
  type StreamSecrets,
  storageDoorOf,
  streamDoorOf,
  unsealSecrets,
} from './secrets.ts';
import type { StreamRow } from './store.ts';
import type { Transcoding } from './transcoding/read.ts';

/** What the documents of a stream are made from, beside its row. */
export type Surroundings = {
  isServiceActive: boolean;
  streamsAtOnce: number;
  transcoding: Transcoding;
  /** Where edges reach its live node; null before the node has said so. */
  doorUrl: string | null;
};

/** A live node's document as the database has it: what is secret is sealed, and opened on its way to the node. */
type SealedLiveStream = Omit<LiveStream, 'input' | 'door'> & {
  input:
    | { type: 'push'; username: string | null; addresses: { policy: 'allow' | 'block'; list: string[] } | null }
    | { type: 'pull' };
  sealed: string;
};

export function toLiveStream(stream: StreamRow, around: Surroundings, settings: Settings): SealedLiveStream {
  const { ipaccess, rtmpauth, ndvr, dvr } = stream.settings;
  const isAddressed = ipaccess.enabled && ipaccess.appliesTo !== 'playback';
  return {
    id: stream.id,
    nodeId: stream.node_id ?? '',
    disabled: !around.isServiceActive ? 'service' : stream.status === 1 ? 'stream' : 'no',
    path: pathOf(stream, settings),
    generation: stream.generation,
    input:
      stream.input === 'pull'
        ? { type: 'pull' }
        : {
            type: 'push',
            username: rtmpauth.enabled ? rtmpauth.username : null,
            addresses: isAddressed ? { policy: ipaccess.policy, list: ipaccess.list } : null,
          },
    rungs: around.transcoding.rungs,
    filter: around.transcoding.filter,
    reconnectSeconds: stream.reconnect_seconds,
    rewindSeconds: ndvr.enabled ? ndvr.windowSeconds : 0,
    delaySeconds: stream.delay_seconds,
    record: dvr.enabled,
    quota: { group: `service/${stream.service_id}`, streamsAtOnce: around.streamsAtOnce },
    sealed: stream.secrets.toString('base64'),
  };
}

/** A stream's document as its live node gets it. */
export function openLiveStream(doc: unknown, settings: Settings): LiveStream {
  const { sealed, input, ...stream } = doc as SealedLiveStream;
  const secrets = unsealSecrets(settings, Buffer.from(sealed, 'base64'));
  return LiveStream.parse({
    ...stream,
    door: streamDoorOf(settings, stream.nodeId, stream.id),
    input: input.type === 'pull' ? { type: 'pull', sources: secrets.sources } : openPush(input, secrets),
  });
}

const openPush = (
  { username, addresses }: Extract<SealedLiveStream['input'], { type: 'push' }>,
  { key, rtmpPassword }: StreamSecrets,
) => ({
  type: 'push' as const,
  keyHash: hashOf(key ?? ''),
  auth: username === null ? null : { username, passwordHash: hashOf(rtmpPassword) },
  addresses,
});

/** An edge's document as the database has it: without the keys that links are signed with. */
type SealedEdgeStream = EdgeZone & { nodeId: string; sealed: string | null };

const common: Pick<EdgeZone, 'delivery' | 'disabled' | 'cache' | 'purge'> = {
  delivery: 'cached',
  disabled: false,
  // Players ask for parts of a playlist in the query.
  cache: { edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 10 },
  purge: { generation: 0, bans: [] },
};

const originOf = (url: string) => ({ url, hostHeader: null, system: true, door: null });

export function toEdgeStream(
  stream: StreamRow,
  { isServiceActive, doorUrl }: Surroundings,
  settings: Settings,
): SealedEdgeStream | null {
  if (doorUrl === null || stream.node_id === null) return null;
  return {
    ...common,
    id: edgeIdOf(stream.id),
    hosts: [hostOf(stream.service_id, settings)],
    path: pathOf(stream, settings),
    disabled: stream.status === 1 || !isServiceActive,
    // The id comes first: two services may have streams of one path.
    origin: originOf(`${doorUrl.replace(/\/$/, '')}/${stream.id}`),
    access: accessOf(stream),
    nodeId: stream.node_id,
    sealed: stream.secrets.toString('base64'),
  };
}

function accessOf({ settings }: StreamRow): EdgeAccess {
  const { domainlock, geoblock, ipaccess, useragent, securetoken } = settings;
  return {
    // Its keys are put in on the way to edges.
    token: securetoken.enabled ? { keys: [], bindAddress: securetoken.bindIp } : null,
    referrers: domainlock.enabled
      ? { policy: domainlock.policy, hosts: domainlock.list, none: domainlock.noReferrer }
      : null,
    countries: geoblock.enabled ? { policy: geoblock.policy, list: geoblock.list, except: geoblock.exceptIps } : null,
    addresses:
      ipaccess.enabled && ipaccess.appliesTo !== 'publish' ? { policy: ipaccess.policy, list: ipaccess.list } : null,
    userAgents: useragent.enabled
      ? { policy: useragent.policy, list: useragent.list, caseSensitive: useragent.caseSensitive }
      : null,
    pass: null,
  };
}

/** Recordings are fetched by links of ours and no others. */
export const toEdgeRecordings = (
  stream: Pick<StreamRow, 'id' | 'service_id'>,
  storage: { nodeId: string; doorUrl: string },
  settings: Settings,
): SealedEdgeStream => ({
  ...common,
  delivery: 'passed',
  id: edgeRecordingsIdOf(stream.id),
  hosts: [hostOf(stream.service_id, settings)],
  path: recordingsPathOf(stream.id),
  origin: originOf(storage.doorUrl),
  access: {
    token: { keys: [], bindAddress: false },
    referrers: null,
    countries: null,
    addresses: null,
    userAgents: null,
    pass: null,
  },
  nodeId: storage.nodeId,
  sealed: null,
});

/** An edge's document of a stream or of its recordings, as edges get it. */
export function openEdgeStream(doc: unknown, settings: Settings): EdgeZone {
  const { nodeId, sealed, access, ...zone } = doc as SealedEdgeStream;
  const streamId = streamIdOf(zone.id)!;
  const keys =
    sealed === null
      ? [recordingsKeyOf(settings, streamId)]
      : unsealSecrets(settings, Buffer.from(sealed, 'base64')).tokenSecrets;
  return EdgeZone.parse({
    ...zone,
    origin: {
      ...zone.origin,
      door: sealed === null ? storageDoorOf(settings, nodeId) : streamDoorOf(settings, nodeId, streamId),
    },
    access: {
      ...access!,
      token: access!.token && { ...access!.token, keys },
      pass: sealed === null ? null : passOf(settings, streamId),
    },
  });
}
