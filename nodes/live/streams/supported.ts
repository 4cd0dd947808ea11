import type { SegmentScan } from '@headwater/engines/ffmpeg';
import type { RtmpSession } from '@headwater/engines/nginx-rtmp';

/** What players take without encoding, by the names that engines have for it. */
const video = new Set(['h264']);
const audio = new Set(['aac']);
const ours = (codec: string): string => codec.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** What of a segment players do not take; null when they take all of it. */
export function unsupportedCodec(scan: Pick<SegmentScan, 'video' | 'audio'>): string | null {
  if (scan.video !== null && !video.has(ours(scan.video.codec))) return scan.video.codec;
  if (scan.audio !== null && !audio.has(ours(scan.audio.codec))) return scan.audio.codec;
  return null;
}

/** The same of what the ingest says comes in, before there is a segment. */
export function unsupportedIncoming(session: Pick<RtmpSession, 'video' | 'audio'>): string | null {
  if (session.video !== null && !video.has(ours(session.video.codec))) return session.video.codec;
  if (session.audio !== null && !audio.has(ours(session.audio.codec))) return session.audio.codec;
  return null;
}

/** For the person who reads why a session ended. */
export const unsupportedWords = (codec: string): string =>
  `${codec} is sent, which players do not play. Send H.264 with AAC, or add a transcoding profile.`;

/** What is sent for so long without a picture that the ingest knows holds none that can be played: HEVC or AV1, or sound alone. */
const pictureWithinMs = 15_000;
const manyBytes = 100_000;

export const isWithoutPicture = ({ video, bytesIn, publisher }: RtmpSession): boolean =>
  video === null && bytesIn > manyBytes && (publisher?.uptimeMs ?? 0) > pictureWithinMs;

export const noKeyFrameWords =
  'Without key frames there is nothing that players can begin with. Set the key frame interval to 2 seconds.';

export const noPictureWords = 'There is no picture in what is sent that players play. Send H.264 with AAC.';
