import {
  audioKbpsChoices,
  fpsChoices,
  gopChoices,
  H264Level,
  H264Profile,
  Preset,
  type Profile,
  Size,
  usualProfile,
} from '@headwater/contract/transcoding/profile';
import { sizeWords } from './profile-words.ts';

/** What the fields of a profile offer. */

type Choice = { value: string; label: string };

/** What each size usually takes, in kbit/s. */
export const usualKbps: Record<Profile['size'], number> = {
  source: 5000,
  '1080p': 5000,
  '720p': 2500,
  '540p': 1800,
  '480p': 1200,
  '360p': 700,
  '240p': 400,
};

export const sizeChoices: Choice[] = Size.options.map((value) => ({
  value,
  label: value === 'source' ? 'As the source' : `${value} (${sizeWords(value)})`,
}));

export const fpsOptions: Choice[] = [
  { value: 'source', label: 'As the source' },
  ...fpsChoices.map((fps) => ({ value: String(fps), label: `${fps} frames a second` })),
];

export const gopOptions: Choice[] = gopChoices.map((seconds) => ({
  value: String(seconds),
  label: seconds === 1 ? '1 second' : `${seconds} seconds`,
}));

const presetWords: Record<Profile['preset'], string> = {
  ultrafast: 'ultrafast: least work, coarsest picture',
  superfast: 'superfast',
  veryfast: 'veryfast: a good start',
  faster: 'faster',
  fast: 'fast',
  medium: 'medium: most work, finest picture',
};
export const presetOptions: Choice[] = Preset.options.map((value) => ({ value, label: presetWords[value] }));

const profileWords: Record<Profile['profile'], string> = {
  baseline: 'Baseline: very old devices',
  main: 'Main: everything that plays HLS',
  high: 'High: a finer picture, on all but old devices',
};
export const h264Options: Choice[] = H264Profile.options.map((value) => ({ value, label: profileWords[value] }));

export const levelOptions: Choice[] = H264Level.options.map((value) => ({
  value,
  label: value === 'auto' ? 'Auto: what size and frames need' : value,
}));

export const audioOptions: Choice[] = audioKbpsChoices.map((kbps) => ({
  value: String(kbps),
  label: `${kbps} kbit/s`,
}));

/** A profile to begin with. */
export const newProfile = (name: string, size: Profile['size']): Profile => ({
  ...usualProfile,
  name,
  size,
  rate: { mode: 'bitrate', kbps: usualKbps[size] },
});
