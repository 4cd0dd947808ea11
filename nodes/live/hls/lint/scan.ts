import { scanSegment } from '@headwater/engines/ffmpeg';
import type { Scanned } from './segments.ts';

/** What our own reader finds in the bytes of a segment. */
export function scanBytes(bytes: Buffer): Scanned {
  const { video, audio, durationSeconds, keyFrameSeconds } = scanSegment(bytes);
  const codecs = [video?.codecs, audio?.codecs].filter(Boolean).join(',');
  return {
    startsWithKeyFrame: video === null ? null : keyFrameSeconds[0] === 0,
    durationSeconds: video === null ? null : durationSeconds,
    codecs: codecs === '' ? null : codecs,
    width: video?.width ?? null,
    height: video?.height ?? null,
  };
}
