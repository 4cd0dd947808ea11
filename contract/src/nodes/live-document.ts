import { z } from 'zod';
import { IpAccess } from '../access/schema.ts';
import { Filter } from '../transcoding/filter.ts';
import { Profile } from '../transcoding/profile.ts';

/**
 * What a live node follows, as rows of the desired-state feed of kind `live`.
 * Row keys: `stream/<streamId>` carries a LiveStream. There are no events.
 */

const id = z.string().regex(/^[a-z0-9]{1,32}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Publishers come to us, by RTMP or RTMPS, as `rtmp://<node>/live/<key>`; the key is `<streamId>_<secret>`. */
export const PushInput = z.object({
  type: z.literal('push'),
  /** Of the whole key. */
  keyHash: Sha256,
  /** Asked for as `…/live/<key>?user=<username>&password=<password>`. */
  auth: z.object({ username: z.string().max(64), passwordHash: Sha256 }).nullable(),
  /** From where publishers may come. Null: from everywhere. */
  addresses: IpAccess.omit({ enabled: true }).nullable(),
});

/** We fetch: the first source that works, by `rtmp(s):` or `http(s):` (an HLS playlist, or an MP4 file that is looped). */
export const PullInput = z.object({
  type: z.literal('pull'),
  sources: z
    .array(z.object({ url: z.string().max(2048) }))
    .min(1)
    .max(5),
});

/** A logo that a filter lays over the picture, as the file itself. */
const LogoImage = z.object({ mediaType: z.enum(['image/png', 'image/jpeg']), base64: z.string().max(1_400_000) });

export const LiveStream = z.object({
  id,
  /** The live node that carries it; every other one passes it by. */
  nodeId: z.string(),
  /** By the customer, or since the service is not Active. Publishers are refused, nothing runs, nothing is answered. */
  disabled: z.enum(['no', 'stream', 'service']),
  /** The first segment of its playback paths; none but this one is answered. Edges ask for `/<id>/<path>/…`. */
  path: z.string().max(80),
  /** What edges bring as `X-Headwater-Door`. */
  door: z.string().min(16).max(128),
  /** Grows when the customer restarts the stream: the session ends, and whoever publishes connects anew. */
  generation: z.number().int().min(0),
  input: z.discriminatedUnion('type', [PushInput, PullInput]),
  /** Empty: what comes in goes out as it is. Otherwise one rung each, the best first, all with the same key frame interval. */
  rungs: z.array(Profile).max(6),
  /** Applied before the rungs are encoded; only with rungs. */
  filter: Filter.extend({ image: LogoImage.nullable() }).nullable(),
  /** A publisher that comes back within this many seconds continues its session and its recording. */
  reconnectSeconds: z.number().int().min(0).max(1800),
  /** How far viewers may go back (`rewind.m3u8`); 0: not at all. */
  rewindSeconds: z.number().int().min(0).max(86_400),
  /** How much later viewers see everything; 0: live. */
  delaySeconds: z.number().int().min(0).max(86_400),
  record: z.boolean(),
  /** Of the service that it belongs to: how many of its streams may be live at once. */
  quota: z.object({ group: z.string().max(64), streamsAtOnce: z.number().int().min(0) }),
});
export type LiveStream = z.infer<typeof LiveStream>;
