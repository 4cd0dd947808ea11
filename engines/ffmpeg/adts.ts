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
