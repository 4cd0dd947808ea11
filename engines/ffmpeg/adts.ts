export type AudioFacts = { channels: number; hz: number };

const rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/** The header of an AAC frame; null when there is none. */
export function readAdts(bytes: Buffer): (AudioFacts & { codecs: string }) | null {
  if (bytes.length < 7 || bytes[0] !== 0xff || (bytes[1]! & 0xf6) !== 0xf0) return null;
  const hz = rates[(bytes[2]! >> 2) & 0xf];
  if (!hz) return null;
  const channels = ((bytes[2]! & 1) << 2) | (bytes[3]! >> 6);
  // 1 main, 2 low complexity, 3 scalable, 4 long-term prediction: as RFC 6381 counts them.
  return { codecs: `mp4a.40.${(bytes[2]! >> 6) + 1}`, channels: channels === 7 ? 8 : channels, hz };
}

/** How much sound a payload holds, and whether it ends with a frame's end; null when it is none. */
export function countAdts(bytes: Buffer): { samples: number; hz: number; isWhole: boolean } | null {
  const first = readAdts(bytes);
  if (!first) return null;
  let samples = 0;
  let at = 0;
  while (at + 7 <= bytes.length && readAdts(bytes.subarray(at, at + 7))) {
    const size = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    if (size < 7) break;
    samples += 1024 * ((bytes[at + 6]! & 3) + 1);
    at += size;
  }
  return { samples, hz: first.hz, isWhole: at === bytes.length };
}
