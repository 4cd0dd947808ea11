import { z } from 'zod';

/** Everything is chosen from a list or a range: nothing that a person types reaches an encoder's command line. */
export const sizes = {
  '1080p': [1920, 1080],
  '720p': [1280, 720],
  '540p': [960, 540],
  '480p': [854, 480],
  '360p': [640, 360],
  '240p': [426, 240],
} as const;
/** A frame that the picture is fitted into, never enlarged; `source` keeps its size. */
export const Size = z.enum(['source', '1080p', '720p', '540p', '480p', '360p', '240p']);
export type Size = z.infer<typeof Size>;

export const fpsChoices = [24, 25, 30, 50, 60] as const;
export const gopChoices = [1, 2, 4] as const;
export const Preset = z.enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium']);
/** Of H.264. */
export const H264Profile = z.enum(['baseline', 'main', 'high']);
export const H264Level = z.enum(['auto', '3.0', '3.1', '4.0', '4.1', '4.2', '5.1']);
export const audioKbpsChoices = [64, 96, 128, 160, 192, 256] as const;

const kbps = (what: string) =>
  z
    .number({ error: `Enter ${what} in kbit/s` })
    .int('Enter whole kbit/s')
    .min(100, 'Enter 100 kbit/s or more')
    .max(20_000, 'Enter at most 20,000 kbit/s');

/** A steady bitrate, or a steady quality (CRF, 0–51, lower is better) that never exceeds a bitrate. */
export const Rate = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('bitrate'), kbps: kbps('the bitrate') }),
  z.object({
    mode: z.literal('crf'),
    crf: z
      .number({ error: 'Enter a quality from 15 to 40' })
      .int()
      .min(15, 'Enter 15 or more')
      .max(40, 'Enter at most 40'),
    maxKbps: kbps('the highest bitrate'),
  }),
]);

export const Profile = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(60, 'Use at most 60 characters'),
  size: Size,
  rate: Rate,
  fps: z.union([z.literal('source'), z.literal(fpsChoices)]),
  /** Key frame interval, and the length of segments: the same in all rungs of a stream. */
  gopSeconds: z.literal(gopChoices),
  preset: Preset,
  profile: H264Profile,
  level: H264Level,
  audio: z.object({ kbps: z.literal(audioKbpsChoices), channels: z.literal([1, 2]) }),
});
export type Profile = z.infer<typeof Profile>;

/** What a profile has where nothing else is chosen. */
export const usualProfile = {
  fps: 'source',
  gopSeconds: 2,
  preset: 'veryfast',
  profile: 'main',
  level: 'auto',
  audio: { kbps: 128, channels: 2 },
} as const;

/** What a service begins with. */
export const defaultProfiles: readonly Profile[] = [
  { ...usualProfile, name: '720p', size: '720p', rate: { mode: 'bitrate', kbps: 2500 } },
  { ...usualProfile, name: '480p', size: '480p', rate: { mode: 'bitrate', kbps: 1200 } },
  {
    ...usualProfile,
    name: '360p',
    size: '360p',
    rate: { mode: 'bitrate', kbps: 700 },
    audio: { kbps: 96, channels: 2 },
  },
];
