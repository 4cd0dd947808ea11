import { createHash } from 'node:crypto';
import type { LiveStream } from '@headwater/contract/nodes/live-document';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The key of a stream's publisher, as `pushStream` expects it. */
export const keyOf = (id: string): string => `${id}_secret-of-${id}`;

/** A pushed stream as the control plane writes it. */
export function pushStream(id: string, more: Partial<LiveStream> = {}): LiveStream {
  return {
    id,
    nodeId: '1',
    disabled: 'no',
    path: `path-${id}`,
    door: `door-of-${id}-0123456789`,
    generation: 0,
    input: { type: 'push', keyHash: sha256(keyOf(id)), auth: null, addresses: null },
    rungs: [],
    filter: null,
    reconnectSeconds: 30,
    rewindSeconds: 600,
    delaySeconds: 0,
    record: false,
    quota: { group: 'g', streamsAtOnce: 10 },
    ...more,
  };
}

/** One that is fetched. */
export function pullStream(id: string, urls: string[], more: Partial<LiveStream> = {}): LiveStream {
  return { ...pushStream(id), input: { type: 'pull', sources: urls.map((url) => ({ url })) }, ...more };
}

/** The cheapest to encode. */
export const smallRung = {
  name: 'r',
  size: '240p',
  rate: { mode: 'bitrate', kbps: 300 },
  fps: 'source',
  gopSeconds: 1,
  preset: 'ultrafast',
  profile: 'main',
  level: 'auto',
  audio: { kbps: 64, channels: 2 },
} as const satisfies LiveStream['rungs'][number];
