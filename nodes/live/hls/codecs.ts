/**
 * One name for each kind of sample that covers all of them: for H.264 the highest profile and level. A list of two video
 * codecs would be right by the letter, and no browser opens a buffer for it.
 */
export function coverCodecs(all: readonly string[]): string {
  const kinds = new Map<string, string>();
  for (const codec of all.flatMap((codecs) => codecs.split(',')).map((text) => text.trim())) {
    if (codec === '') continue;
    const kind = codec.split('.')[0]!;
    const before = kinds.get(kind);
    kinds.set(kind, before === undefined ? codec : cover(kind, before, codec));
  }
  return [...kinds.values()].join(',');
}

function cover(kind: string, one: string, other: string): string {
  if (kind !== 'avc1') return one.localeCompare(other, 'en', { numeric: true }) >= 0 ? one : other;
  const [a, b] = [partsOf(one), partsOf(other)];
  const [lower, higher] = a.profile <= b.profile ? [a, b] : [b, a];
  const flags = lower.profile === higher.profile ? lower.flags & higher.flags : higher.flags;
  return `avc1.${[higher.profile, flags, Math.max(a.level, b.level)].map(hex).join('')}`;
}

function partsOf(codec: string): { profile: number; flags: number; level: number } {
  const [profile = 0, flags = 0, level = 0] = [5, 7, 9].map((at) => Number.parseInt(codec.slice(at, at + 2), 16) || 0);
  return { profile, flags, level };
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
