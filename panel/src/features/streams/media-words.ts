import type { MediaFacts } from '@headwater/contract/nodes/live-report';

const codecNames: Record<string, string> = {
  h264: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
};
const nameOf = (codec: string) => codecNames[codec] ?? codec;

/** `H.264 1280×720 25 fps`; empty where there is no picture. */
export function videoWords(media: MediaFacts | null): string {
  if (!media?.videoCodec) return '';
  const size = media.width && media.height ? ` ${media.width}×${media.height}` : '';
  const fps = media.fps ? ` ${Math.round(media.fps * 100) / 100} fps` : '';
  return `${nameOf(media.videoCodec)}${size}${fps}`;
}

/** `AAC 48 kHz stereo`; empty where there is no sound. */
export function audioWords(media: MediaFacts | null): string {
  if (!media?.audioCodec) return '';
  const rate = media.audioHz ? ` ${media.audioHz / 1000} kHz` : '';
  const channels = media.audioChannels;
  const layout = channels === 1 ? ' mono' : channels === 2 ? ' stereo' : channels ? ` ${channels} channels` : '';
  return `${nameOf(media.audioCodec)}${rate}${layout}`;
}

/** What a session carries, in one line. */
export const mediaWords = (media: MediaFacts | null): string =>
  [videoWords(media), audioWords(media)].filter((words) => words !== '').join(', ');
