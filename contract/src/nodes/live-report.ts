import { z } from 'zod';

/** What a live node tells the control plane about its streams. */

const id = z.string().regex(/^[a-z0-9]{1,32}$/);
const count = z.number().int().nonnegative();
const text = (most: number) => z.string().max(most);

/** Why a session ended, or why there was none. Each has its words in `contract/src/streams/reasons.ts`. */
export const EndReason = z.enum([
  // It was live, and ended.
  'publisher_left',
  'connection_lost',
  'source_ended',
  'stalled',
  'unsupported_codec',
  'no_key_frames',
  'too_many_failures',
  'disk_full',
  'disabled',
  'deleted',
  'restarted',
  'key_rotated',
  'settings_changed',
  'node_stopped',
  // It was refused.
  'wrong_key',
  'wrong_credentials',
  'address_not_allowed',
  'stream_disabled',
  'service_inactive',
  'already_live',
  'over_quota',
  'no_capacity',
  'source_unreachable',
  'source_forbidden',
]);
export type EndReason = z.infer<typeof EndReason>;

export const MediaFacts = z.object({
  /** `h264`, as ffprobe names it; null where there is none. */
  videoCodec: text(32).nullable(),
  /** RFC 6381: `avc1.64001f`. */
  videoCodecs: text(64).nullable(),
  width: count.nullable(),
  height: count.nullable(),
  fps: z.number().nonnegative().nullable(),
  audioCodec: text(32).nullable(),
  audioCodecs: text(64).nullable(),
  audioChannels: count.nullable(),
  audioHz: count.nullable(),
});
export type MediaFacts = z.infer<typeof MediaFacts>;

/** From one accepted publisher, or one pulled source, to its end; what was refused is a session too. Sent again as it grows. */
export const LiveSession = z.object({
  id,
  streamId: id,
  kind: z.enum(['publish', 'pull']),
  state: z.enum(['live', 'reconnecting', 'ended', 'refused']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  reason: EndReason.nullable(),
  /** What an engine said about it, one line; empty where the reason says all. Never a key. */
  detail: text(500),
  /** The publisher's address, or the source without its user name and password. */
  from: text(2048),
  /** What the publisher calls itself: `OBS 30.1`. */
  agent: text(200),
  media: MediaFacts.nullable(),
  bytesIn: count,
  reconnects: count,
  /**
   * Of refusals for the same reason from the same address within a minute, or of the same source with nothing else in
   * between: how many. 1 otherwise.
   */
  attempts: count,
});
export type LiveSession = z.infer<typeof LiveSession>;

export const WarningCode = z.enum([
  'gop_too_long',
  'gop_irregular',
  'no_audio',
  'no_video',
  'bitrate_unsteady',
  'encoder_behind',
  'timestamps_jump',
  'low_disk',
  'never_enlarged',
]);
export type WarningCode = z.infer<typeof WarningCode>;

export const LiveProcess = z.object({
  /** `encode`, `pull`, `record`. */
  name: text(64),
  state: z.enum(['starting', 'running', 'waiting', 'stopped']),
  startedAt: z.iso.datetime().nullable(),
  restarts: count,
  /** Why it last ended, or why it does not run. */
  reason: text(500).nullable(),
  cpuPercent: z.number().nonnegative().nullable(),
  memoryBytes: count.nullable(),
  /** 1 keeps up with the source; below, it falls behind. */
  speed: z.number().nonnegative().nullable(),
  /** Its last lines, the newest last. Never a key. */
  log: z.array(text(500)).max(40),
});
export type LiveProcess = z.infer<typeof LiveProcess>;

/** What a stream does now. */
export const LiveState = z.object({
  streamId: id,
  /** When this was so; an older one is dropped. */
  at: z.iso.datetime(),
  state: z.enum(['idle', 'connecting', 'live', 'reconnecting', 'failing']),
  since: z.iso.datetime(),
  sessionId: id.nullable(),
  /** The first segment can be played. */
  playable: z.boolean(),
  /** The last seconds; null while nothing comes in. */
  health: z
    .object({
      bitrateKbps: z.number().nonnegative(),
      fps: z.number().nonnegative(),
      /** Between the last key frames that went out: the publisher's, or of rungs our own. */
      keyframeSeconds: z.number().nonnegative().nullable(),
      droppedFrames: count,
      media: MediaFacts,
    })
    .nullable(),
  warnings: z.array(z.object({ code: WarningCode, message: text(300) })).max(10),
  processes: z.array(LiveProcess).max(20),
  /** From when on viewers can go back; null where nothing is kept. */
  rewindableFrom: z.iso.datetime().nullable(),
});
export type LiveState = z.infer<typeof LiveState>;

/** What came in, over ten seconds: for charts. */
export const HealthPoint = z.object({
  streamId: id,
  /** Start of the ten seconds. */
  at: z.iso.datetime(),
  bitrateKbps: z.number().nonnegative(),
  fps: z.number().nonnegative(),
  keyframeSeconds: z.number().nonnegative().nullable(),
  droppedFrames: count,
});
export type HealthPoint = z.infer<typeof HealthPoint>;

export const RecordingReport = z.object({
  id,
  streamId: id,
  /** The first of its sessions. */
  sessionId: id,
  /** `recording` grows; `finishing` is made into a file; `finished` waits for storage on the live node; `stored` is there. */
  state: z.enum(['recording', 'finishing', 'finished', 'stored', 'failed']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  durationSeconds: z.number().nonnegative(),
  sizeBytes: count,
  /** Of the file, once there is one. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  media: MediaFacts.nullable(),
  /** Why it failed, or what is missing in it; empty otherwise. */
  detail: text(500),
});
export type RecordingReport = z.infer<typeof RecordingReport>;

/** Where the live node is to bring a finished recording: `PUT <url>` with the door's header; 201 once the hash was right. */
export const RecordingPlace = z.object({ recordingId: id, url: z.string(), door: z.string() });
export type RecordingPlace = z.infer<typeof RecordingPlace>;

/** All that a live node has on its disk of what is not over: sessions, and recordings that are not in storage yet. */
export const UnderWay = z.object({ sessions: z.array(id).max(100_000), recordings: z.array(id).max(100_000) });
export type UnderWay = z.infer<typeof UnderWay>;

export const LiveReport = z.object({
  batchId: z.string().min(1).max(100),
  sessions: z.array(LiveSession).max(2000),
  states: z.array(LiveState).max(2000),
  health: z.array(HealthPoint).max(20_000),
  recordings: z.array(RecordingReport).max(2000),
  /** Said once after each start: whatever else the control plane takes to be under way there was lost with a disk. */
  underWay: UnderWay.optional(),
});
export type LiveReport = z.infer<typeof LiveReport>;
