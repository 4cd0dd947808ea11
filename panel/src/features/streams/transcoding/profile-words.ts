import { type Profile, sizes } from '@headwater/contract/transcoding/profile';
import { formatCount } from '../../../lib/format.ts';

/** The most that a rung's picture takes, whichever way its rate is kept. */
export const topKbps = ({ rate }: Pick<Profile, 'rate'>): number =>
  rate.mode === 'bitrate' ? rate.kbps : rate.maxKbps;

/** `1280 × 720`. */
export const sizeWords = (size: Profile['size']): string =>
  size === 'source' ? 'As the source' : sizes[size].join(' × ');

/** `2,500 kbit/s`, `Quality 23, at most 2,500 kbit/s`. */
export const rateWords = ({ rate }: Pick<Profile, 'rate'>): string =>
  rate.mode === 'bitrate'
    ? `${formatCount(rate.kbps)} kbit/s`
    : `Quality ${rate.crf}, at most ${formatCount(rate.maxKbps)} kbit/s`;

/** `1280 × 720 · 2,500 kbit/s`. */
export const profileWords = (profile: Profile): string => `${sizeWords(profile.size)} · ${rateWords(profile)}`;

/** Pixels of a rung; that of the source counts as the largest. */
const pixels = (size: Profile['size']) =>
  size === 'source' ? Number.POSITIVE_INFINITY : sizes[size][0] * sizes[size][1];

/** The best first, as they go out. */
export const inLadder = <Kept extends { value: Profile }>(profiles: readonly Kept[]): Kept[] =>
  profiles.toSorted(({ value: one }, { value: other }) => {
    const [a, b] = [pixels(one.size), pixels(other.size)];
    return a === b ? topKbps(other) - topKbps(one) : b - a;
  });
