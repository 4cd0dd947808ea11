import type { EndReason } from '@headwater/contract/nodes/live-report';
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

/** Why players could not play what the ingest says comes in, before there is a segment; null where they could. */
export function whyNotPlayed(session: RtmpSession, copies: boolean): Unplayable | null {
  // No encoder of ours reads these either.
  if (session.video?.codec === null) return unsupported(enhancedWords);
  // Players are given nothing before a picture: one came, and the ingest has no name for what it is.
  if (session.video === null && session.bytesOut > 0) return unsupported(namelessWords);
  const named = [
    { codec: session.video?.codec, known: video },
    { codec: session.audio?.codec, known: audio },
  ];
  const { codec } = named.find((one) => one.codec !== undefined && !one.known.has(ours(one.codec))) ?? {};
  if (copies && codec !== undefined) return unsupported(unsupportedWords(codec));
  if (isWithoutPicture(session)) return unsupported(noPictureWords);
  return isWithoutKeyFrame(session) ? { reason: 'no_key_frames', detail: neverKeyFrameWords } : null;
}

export type Unplayable = { reason: EndReason; detail: string };
const unsupported = (detail: string): Unplayable => ({ reason: 'unsupported_codec', detail });

/** For the person who reads why a session ended. */
export const unsupportedWords = (codec: string): string =>
  `${codec} is sent, which players do not play. Send H.264 with AAC, or add a transcoding profile.`;

/** What is sent for so long without a picture that the ingest knows holds none, but sound alone. */
const pictureWithinMs = 15_000;
const manyBytes = 100_000;

const isWithoutPicture = ({ video, bytesIn, publisher }: RtmpSession): boolean =>
  video === null && bytesIn > manyBytes && (publisher?.uptimeMs ?? 0) > pictureWithinMs;

/** The encoder has waited that long among what comes, and was given nothing: only a key frame begins a picture. */
const isWithoutKeyFrame = ({ video, bytesIn, bytesOut, publisher, playedMs }: RtmpSession): boolean =>
  video !== null &&
  bytesIn > manyBytes &&
  bytesOut === 0 &&
  Math.min(publisher?.uptimeMs ?? 0, playedMs) > pictureWithinMs;

const neverKeyFrameWords = `No key frame has come for ${pictureWithinMs / 1000} seconds. Set the key frame interval to 2 seconds.`;
export const noKeyFrameWords =
  'Without key frames there is nothing that players can begin with. Set the key frame interval to 2 seconds.';

const enhancedWords =
  'The picture comes by enhanced RTMP, as HEVC, AV1 and VP9 do, which is not taken in here. Send H.264 with AAC by plain RTMP.';
const namelessWords =
  'The picture is in a codec that plain RTMP has no name for, such as HEVC, AV1 or VP9, which is not taken in here. Send H.264 with AAC.';
const noPictureWords = 'There is no picture in what is sent that players play. Send H.264 with AAC.';
