import { z } from 'zod';
import { Deployment } from '../lib/deployment.ts';
import { Revision } from '../lib/revision.ts';
import { HealthPoint, LiveSession, LiveState, MediaFacts } from '../nodes/live-report.ts';
import { ServiceId } from '../services/schema.ts';
import { healthExample, recordingExample, sessionExample, streamExample } from './examples.ts';
import { StreamSettings } from './settings.ts';
import { SourceUrl } from './source.ts';

/** Types that exist so far. `dvr` is listed under `streams/record`. */
export const StreamType = z.enum(['push', 'pull', 'abr', 'dvr', 'timeshift']);
export type StreamType = z.infer<typeof StreamType>;
/** `record` is another word for `dvr` in addresses. */
export const StreamTypeInPath = z.enum(['push', 'pull', 'abr', 'dvr', 'record', 'timeshift']);

export const StreamKind = z.enum(['push', 'restream', 'publish', 'dvr']);
export const kindOfType: Record<StreamType, z.infer<typeof StreamKind>> = {
  push: 'push',
  pull: 'restream',
  abr: 'restream',
  dvr: 'restream',
  timeshift: 'dvr',
};

/** Where it comes from: somebody publishes to us, or we fetch it. A push stream is always pushed, a pull stream always pulled. */
export const StreamInput = z.enum(['push', 'pull']);
export type StreamInput = z.infer<typeof StreamInput>;

export const StreamName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(100, 'Use at most 100 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'Use one line, without control characters');

/** The first segment of its playback paths. */
export const StreamAlias = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use 1 to 63 letters, digits and hyphens, without a hyphen at either end',
  )
  .refine((alias) => !alias.startsWith('r-'), 'Names that start with r- are not available');

export const DelaySeconds = z
  .number({ error: 'Enter a delay' })
  .int('Enter whole seconds')
  .min(1, 'Enter 1 second or more')
  .max(86_400, 'Enter at most 24 hours');

export const ReconnectSeconds = z
  .number({ error: 'Enter a time' })
  .int('Enter whole seconds')
  .min(0, 'Enter 0 or more seconds')
  .max(1800, 'Enter at most 30 minutes');

/** What it does now, as far as a list shows it. */
export const LiveSummary = z.object({
  /** Its live server was not heard of lately: all of this is its last word. */
  away: z.boolean(),
  state: LiveState.shape.state,
  since: z.iso.datetime().nullable(),
  playable: z.boolean(),
  sessionId: z.string().nullable(),
  bitrateKbps: z.number().nullable(),
  /** In the last full minute. */
  viewers: z.number().int(),
  warnings: z.number().int(),
});

export const Stream = z
  .object({
    id: z.string(),
    serviceid: z.number().int(),
    serviceId: z.number().int(),
    type: StreamType,
    kind: StreamKind,
    name: z.string(),
    alias: z.string(),
    /** 0 enabled, 1 disabled. */
    status: z.union([z.literal(0), z.literal(1)]),
    revision: Revision,
    deployment: Deployment,
    input: StreamInput,
    server: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Null for a stream that is pulled. `key` is null for those who may not manage streams. */
    ingest: z
      .object({
        url: z.string(),
        secureUrl: z.string().nullable(),
        key: z.string().nullable(),
        keyRotatedAt: z.iso.datetime(),
      })
      .nullable(),
    /** In the order in which they are tried. */
    sources: z.array(z.object({ url: z.string() })),
    playback: z.object({
      hls: z.string(),
      /** From where viewers can go back; null where they cannot. */
      rewind: z.string().nullable(),
    }),
    /** How much later viewers see it; 0 for every type but timeshift. */
    delaySeconds: z.number().int(),
    reconnectSeconds: z.number().int(),
    settings: StreamSettings,
    live: LiveSummary,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    deletedAt: z.iso.datetime().nullable(),
    restorableUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Stream', examples: [streamExample] });
export type Stream = z.infer<typeof Stream>;

const Sources = z
  .array(z.object({ url: SourceUrl }))
  .min(1, 'Enter at least one source')
  .max(5, 'Use at most five sources');

export const NewStream = z
  .object({
    name: StreamName,
    alias: StreamAlias.optional().describe('The first part of its playback path. Taken from the name when left out.'),
    serverId: z
      .string()
      .max(64)
      .optional()
      .describe('A live server of the list of servers; the least busy one when left out.'),
    input: StreamInput.optional().describe('For abr, dvr and timeshift: push (the default) or pull.'),
    sources: Sources.optional().describe('For a stream that is pulled, in the order in which they are tried.'),
    delaySeconds: DelaySeconds.optional().describe('For timeshift.'),
    reconnectSeconds: ReconnectSeconds.optional(),
    settings: StreamSettings.partial().optional(),
  })
  .meta({
    examples: [{ name: 'News' }, { name: 'Relay', sources: [{ url: 'https://live.example.com/news/index.m3u8' }] }],
  });

export const StreamUpdate = z
  .object({
    name: StreamName,
    delaySeconds: DelaySeconds,
    reconnectSeconds: ReconnectSeconds,
    settings: StreamSettings.partial(),
  })
  .partial()
  .refine((update) => Object.keys(update).length > 0, 'Name at least one field to change')
  .meta({ examples: [{ name: 'Evening news', settings: { ndvr: { enabled: true, windowSeconds: 7200 } } }] });

export const SourcesUpdate = z.object({ sources: Sources }).meta({
  examples: [
    { sources: [{ url: 'rtmp://live.example.com/app/news' }, { url: 'https://example.com/news/index.m3u8' }] },
  ],
});

/** Everything that its page shows of what it does now. */
export const StreamHealth = z
  .object({
    live: LiveState.omit({ streamId: true }).nullable(),
    /** Ten seconds each, over the last hour; gaps are left out. */
    points: z.array(HealthPoint.omit({ streamId: true })),
    viewers: z.array(z.object({ at: z.iso.datetime(), viewers: z.number().int() })),
  })
  .meta({ id: 'StreamHealth', examples: [healthExample] });
export type StreamHealth = z.infer<typeof StreamHealth>;

export const StreamSession = LiveSession.omit({ streamId: true }).meta({
  id: 'StreamSession',
  examples: [sessionExample],
});
export type StreamSession = z.infer<typeof StreamSession>;

export const Recording = z
  .object({
    id: z.string(),
    streamId: z.string(),
    sessionId: z.string(),
    name: z.string(),
    state: z.enum(['recording', 'finishing', 'waiting', 'stored', 'failed']),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    durationSeconds: z.number(),
    sizeBytes: z.number().int(),
    media: MediaFacts.nullable(),
    detail: z.string(),
    /** When it is deleted by itself; null: never. */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Recording', examples: [recordingExample] });
export type Recording = z.infer<typeof Recording>;

/** A server as publishers choose it. */
export const StreamServer = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['ready', 'away']),
  streams: z.number().int(),
});
export type StreamServer = z.infer<typeof StreamServer>;

export const ServiceParams = z.object({ serviceId: ServiceId });
export const StreamTypeParams = ServiceParams.extend({ type: StreamTypeInPath });
const id = z.string().regex(/^[a-z0-9]{1,32}$/);
export const StreamParams = StreamTypeParams.extend({ streamId: id.meta({ examples: ['k3m7x2p9w4n8t6ab'] }) });
export const RecordingParams = StreamParams.extend({ recordingId: id.meta({ examples: ['r5r2d8q7m3k9x4cd'] }) });
