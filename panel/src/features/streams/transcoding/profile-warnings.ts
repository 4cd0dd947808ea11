import { neverEnlargedWords } from '@headwater/contract/transcoding/never-enlarged';
import { type Profile, sizes } from '@headwater/contract/transcoding/profile';
import { formatCount } from '../../../lib/format.ts';
import { sizeWords, topKbps } from './profile-words.ts';

/** Macroblocks a frame and a second, and kbit/s of the baseline and main profiles, by level (H.264, table A-1). */
const limits = {
  '3.0': [1620, 40_500, 10_000],
  '3.1': [3600, 108_000, 14_000],
  '4.0': [8192, 245_760, 20_000],
  '4.1': [8192, 245_760, 50_000],
  '4.2': [8704, 522_240, 50_000],
  '5.1': [36_864, 983_040, 240_000],
} as const satisfies Record<Exclude<Profile['level'], 'auto'>, readonly [number, number, number]>;

/** What sources have at least, where the profile keeps their rate. */
const usualFps = 25;
const highFactor = 1.25;
/** Bits a pixel and frame below which H.264 falls to blocks. */
const poorBits = 0.035;

/** What speaks against a profile by itself. */
export function profileWarnings(profile: Profile): string[] {
  const { size, level, fps } = profile;
  if (size === 'source') return [];
  const [width, height] = sizes[size];
  const rate = fps === 'source' ? usualFps : fps;
  const warnings: string[] = [];
  if (level !== 'auto') {
    const [frame, second, kbps] = limits[level];
    const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
    const most = profile.profile === 'high' ? kbps * highFactor : kbps;
    if (blocks > frame)
      warnings.push(`Level ${level} is too low for ${sizeWords(size)}: choose a higher one, or auto.`);
    else if (blocks * rate > second) {
      warnings.push(
        `Level ${level} is too low for ${sizeWords(size)} at ${rate} frames a second: choose a higher one, or auto.`,
      );
    } else if (topKbps(profile) > most) {
      warnings.push(`Level ${level} allows ${formatCount(most)} kbit/s at most: choose a higher one, or auto.`);
    }
  }
  if ((topKbps(profile) * 1000) / (width * height * rate) < poorBits) {
    warnings.push(
      `${formatCount(topKbps(profile))} kbit/s is little for ${sizeWords(size)}: the picture will fall to blocks.`,
    );
  }
  return warnings;
}

type Source = { width: number | null; height: number | null };

/** What speaks against profiles as the rungs of one stream, the best first. */
export function ladderWarnings(profiles: readonly Profile[], source: Source | null = null): string[] {
  const beyond = source && neverEnlargedWords(profiles, source);
  return [...gopWarning(profiles), ...orderWarnings(profiles), ...(beyond === null ? [] : [beyond])];
}

function gopWarning(profiles: readonly Profile[]): string[] {
  const intervals = [...new Set(profiles.map(({ gopSeconds }) => gopSeconds))].sort((a, b) => a - b);
  if (intervals.length < 2) return [];
  const named = intervals.map(
    (seconds) =>
      `${seconds} s in ${profiles
        .filter(({ gopSeconds }) => gopSeconds === seconds)
        .map(({ name }) => name)
        .join(', ')}`,
  );
  return [`The key frame interval must be the same in all qualities of a stream: it is ${named.join('; ')}.`];
}

/** A rung that a player would leave for the next one without gaining anything. */
function orderWarnings(profiles: readonly Profile[]): string[] {
  return profiles.slice(1).flatMap((lower, index) => {
    const higher = profiles[index];
    if (higher === undefined) return [];
    const [high, low] = [topKbps(higher), topKbps(lower)];
    if (lower.size !== higher.size && low >= high) {
      return [`${lower.name} takes as much as ${higher.name} for a smaller picture.`];
    }
    if (lower.size === higher.size && low > high * 0.8) {
      return [`${lower.name} and ${higher.name} hardly differ: players gain nothing from both.`];
    }
    return [];
  });
}
