import { readFileSync } from 'node:fs';
import { availableParallelism, networkInterfaces } from 'node:os';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

/** What layRtmp answers and was given, written to a file because the hook's secret stands in it. */
export type IngestDoors = {
  /** Where nginx-rtmp asks this program: `http://127.0.0.1:<port>/<secret>`. */
  hookUrl: string;
  controlSocket: string;
  /** Sessions are played at `<playUrl>/<session>`. */
  playUrl: string;
};

export type LiveSettings = NodeSettings & {
  /** Null when no ingest could be laid out. */
  ingest: IngestDoors | null;
  /** Where edges ask for playlists and segments, and what they are told of it. */
  door: { address: string; port: number; url: string };
  /** Told to publishers by the control plane. */
  rtmpPort: number | null;
  rtmpsPort: number | null;
  /** How many rungs are encoded at once; see docs/operating.md. */
  mostEncoders: number;
  allowPrivateSources: boolean;
  /** Addresses of the provider's own nodes: never a source. */
  ownAddresses: string[];
};

/** A rung of 720p and smaller ones beside it cost about a third of a core each. */
const encodersPerCore = 3;

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): LiveSettings {
  const port = (name: string): number | null => {
    const text = env[name] || null;
    if (text !== null && !/^\d{1,5}$/.test(text)) throw new Error(`${name} is not a port`);
    return text === null ? null : Number(text);
  };
  const address = env.HEADWATER_DOOR_BIND || '127.0.0.1';
  const doorPort = port('HEADWATER_DOOR_PORT');
  if (doorPort === null) throw new Error('HEADWATER_DOOR_PORT is not set');
  const most = env.HEADWATER_LIVE_MOST_ENCODERS || String(availableParallelism() * encodersPerCore);
  if (!/^\d{1,4}$/.test(most)) throw new Error('HEADWATER_LIVE_MOST_ENCODERS is not a number');
  const layout = env.HEADWATER_RTMP_LAYOUT;
  return {
    ...readNodeSettings(env),
    ingest: layout ? (JSON.parse(readFileSync(layout, 'utf8')) as IngestDoors) : null,
    door: { address, port: doorPort, url: env.HEADWATER_DOOR_URL || `http://${address}:${doorPort}` },
    rtmpPort: port('HEADWATER_RTMP_PORT'),
    rtmpsPort: port('HEADWATER_RTMPS_PORT'),
    mostEncoders: Number(most),
    ownAddresses: [
      ...(env.HEADWATER_OWN_ADDRESSES ?? '').split(',').flatMap((own) => own.trim() || []),
      ...Object.values(networkInterfaces()).flatMap((of) => of?.map((own) => own.address) ?? []),
    ],
    allowPrivateSources: ['1', 'true', 'yes', 'on'].includes((env.HEADWATER_ALLOW_PRIVATE_ORIGINS ?? '').toLowerCase()),
  };
}
