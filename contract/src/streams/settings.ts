import { z } from 'zod';
import { DomainLock, GeoBlock, IpAccess, SecureToken, UserAgents } from '../access/schema.ts';

/** What playback paths are made of: the stream's name, or a keyed hash that nobody can guess. */
export const HashSetting = z.object({ enabled: z.boolean() });

/** Recording: what comes in is kept, in one file for each session. */
export const DvrSetting = z.object({
  enabled: z.boolean(),
  /** Recordings are deleted after this many days; null keeps them. */
  retentionDays: z
    .number({ error: 'Enter a number of days' })
    .int('Enter whole days')
    .min(1, 'Enter 1 day or more')
    .max(3650, 'Enter at most 3,650 days')
    .nullable(),
});

/** How far viewers may go back while the stream is live. */
export const NdvrSetting = z.object({
  enabled: z.boolean(),
  windowSeconds: z
    .number({ error: 'Enter a time' })
    .int('Enter whole seconds')
    .min(60, 'Enter 1 minute or more')
    .max(86_400, 'Enter at most 24 hours'),
});

/** Several qualities made of one. */
export const TranscodeSetting = z
  .object({
    enabled: z.boolean(),
    profileIds: z.array(z.string().regex(/^[a-z0-9]{1,32}$/)).max(6, 'Choose at most six profiles'),
    filterId: z
      .string()
      .regex(/^[a-z0-9]{1,32}$/)
      .nullable(),
  })
  .refine(({ enabled, profileIds }) => !enabled || profileIds.length > 0, {
    path: ['profileIds'],
    error: 'Choose at least one profile',
  });

/** Asked of publishers beside the key. */
export const RtmpAuth = z
  .object({
    enabled: z.boolean(),
    username: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._-]{0,64}$/, 'Use letters, digits, dots, hyphens and underscores, at most 64')
      .describe('not empty where it is asked for'),
    /** Left out of replies to those who may not manage streams. */
    password: z
      .string()
      .regex(/^[A-Za-z0-9._~-]{0,64}$/, 'Use letters, digits and . _ ~ -, at most 64')
      .describe('8 characters or more where it is asked for; may be empty while it is not'),
  })
  .refine(({ enabled, username }) => !enabled || username !== '', { path: ['username'], error: 'Enter a user name' })
  .refine(({ enabled, password }) => !enabled || password.length >= 8, {
    path: ['password'],
    error: 'Use 8 characters or more',
  });

/** From where: viewers, publishers or both. */
export const StreamIpAccess = IpAccess.extend({ appliesTo: z.enum(['playback', 'publish', 'both']) });

export const StreamSettings = z.object({
  hash: HashSetting,
  dvr: DvrSetting,
  ndvr: NdvrSetting,
  transcode: TranscodeSetting,
  domainlock: DomainLock,
  geoblock: GeoBlock,
  securetoken: SecureToken,
  ipaccess: StreamIpAccess,
  useragent: UserAgents,
  rtmpauth: RtmpAuth,
});
export type StreamSettings = z.infer<typeof StreamSettings>;
export type StreamSettingName = keyof StreamSettings;

/** Settings with some of them replaced; each is replaced as a whole. */
export const replaceSettings = (
  settings: StreamSettings,
  by: { [Name in StreamSettingName]?: StreamSettings[Name] | undefined } | undefined,
): StreamSettings =>
  StreamSettings.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(by ?? {}).filter(([, value]) => value !== undefined)),
  });

/** The name of each setting in addresses: `/{serviceId}/streams/settings/domain-lock`. */
export const settingPaths: Record<StreamSettingName, string> = {
  hash: 'hash',
  dvr: 'dvr',
  ndvr: 'ndvr',
  transcode: 'live-transcoding',
  domainlock: 'domain-lock',
  geoblock: 'geo-block',
  securetoken: 'secure-token',
  ipaccess: 'ip-access',
  useragent: 'user-agent',
  rtmpauth: 'rtmp-auth',
};

export const initialSettings: StreamSettings = {
  hash: { enabled: false },
  dvr: { enabled: false, retentionDays: 30 },
  ndvr: { enabled: false, windowSeconds: 7200 },
  transcode: { enabled: false, profileIds: [], filterId: null },
  domainlock: { enabled: false, policy: 'allow', list: [], noReferrer: 'block' },
  geoblock: { enabled: false, policy: 'block', list: [], exceptIps: [] },
  securetoken: { enabled: false, secrets: [], bindIp: false },
  ipaccess: { enabled: false, policy: 'allow', list: [], appliesTo: 'playback' },
  useragent: { enabled: false, policy: 'block', list: [], caseSensitive: false },
  rtmpauth: { enabled: false, username: '', password: '' },
};

/**
 * What saving a default does to the streams that are there: `save` nothing (new ones begin with it), `append` adds its list
 * to theirs and turns it on where it was off, `overwrite` replaces theirs.
 */
export const DefaultMode = z.enum(['save', 'append', 'overwrite']);
export type DefaultMode = z.infer<typeof DefaultMode>;
