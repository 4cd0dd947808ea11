import type { Settings } from '../../lib/settings.ts';
import { hashedPathOf } from './secrets.ts';
import type { StreamRow } from './store.ts';

/** The host that a service's streams share on this installation's edges. */
export const hostOf = (serviceId: number, { edgeDomain }: Pick<Settings, 'edgeDomain'>) =>
  `live-${serviceId}.${edgeDomain}`;

export const baseUrlOf = (serviceId: number, settings: Pick<Settings, 'edgeDomain' | 'edgePort'>) =>
  `http://${hostOf(serviceId, settings)}${settings.edgePort === 80 ? '' : `:${settings.edgePort}`}`;

/** The first segment of its playback paths. */
export const pathOf = (stream: Pick<StreamRow, 'id' | 'alias' | 'settings'>, settings: Pick<Settings, 'secret'>) =>
  stream.settings.hash.enabled ? hashedPathOf(settings, stream.id) : stream.alias;

/** The first segment of the paths of its recordings. */
export const recordingsPathOf = (streamId: string) => `r-${streamId}`;

export const masterName = 'index.m3u8';
export const rewindName = 'rewind.m3u8';

/** What edges know a stream and its recordings by. */
export const edgeIdOf = (streamId: string) => `live${streamId}`;
export const edgeRecordingsIdOf = (streamId: string) => `live${streamId}r`;
/** The stream that one of them belongs to. */
export const streamIdOf = (edgeId: string): string | null => /^live([a-z0-9]{16})r?$/.exec(edgeId)?.[1] ?? null;
