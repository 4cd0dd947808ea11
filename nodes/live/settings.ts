import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type DoorSettings, readDoor, readPort } from '../lib/door-settings.ts';
import { type FetchRules, readFetchRules } from '../lib/fetch-rules.ts';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

/** What layRtmp answers and was given, written to a file because the hook's secret stands in it. */
export type IngestDoors = {
  /** Where nginx-rtmp asks this program: `http://127.0.0.1:<port>/<secret>`. */
  hookUrl: string;
  controlSocket: string;
  /** Sessions are played at `<playUrl>/<session>`. */
  playUrl: string;
};

export type LiveSettings = NodeSettings &
  FetchRules & {
    /** Null when no ingest could be laid out. */
    ingest: IngestDoors | null;
    /** Where edges ask for playlists and segments. */
    door: DoorSettings;
    /** Told to publishers by the control plane. */
    rtmpPort: number | null;
    rtmpsPort: number | null;
    /** How many rungs are encoded at once; see docs/operating.md. */
    mostEncoders: number;
  };

/** A rung of 720p and smaller ones beside it cost about a third of a core each. */
const encodersPerCore = 3;

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): LiveSettings {
  const most = env.HEADWATER_LIVE_MOST_ENCODERS || String(availableParallelism() * encodersPerCore);
  if (!/^\d{1,4}$/.test(most)) throw new Error('HEADWATER_LIVE_MOST_ENCODERS is not a number');
  const layout = env.HEADWATER_RTMP_LAYOUT;
  return {
    ...readNodeSettings(env),
    ...readFetchRules(env),
    ingest: layout ? (JSON.parse(readFileSync(layout, 'utf8')) as IngestDoors) : null,
    door: readDoor(env),
    rtmpPort: readPort(env, 'HEADWATER_RTMP_PORT'),
    rtmpsPort: readPort(env, 'HEADWATER_RTMPS_PORT'),
    mostEncoders: Number(most),
  };
}
