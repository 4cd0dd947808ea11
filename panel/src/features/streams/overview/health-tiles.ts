import type { Stream, StreamHealth } from '@headwater/contract/streams/schema';
import { formatCount, noFigure } from '../../../lib/format.ts';
import type { Tile } from '../../../ui/Tiles.tsx';
import { audioWords, videoWords } from '../media-words.ts';
import { kbit } from '../stream-words.ts';

const tenth = (value: number) => String(Math.round(value * 10) / 10);

/** What comes in now, at a glance. */
export function healthTiles(stream: Stream, health: StreamHealth | undefined): Tile[] {
  const now = health?.live?.health ?? null;
  const viewers = health?.viewers.at(-1)?.viewers ?? stream.live.viewers;
  const every = now?.keyframeSeconds ?? null;
  return [
    { label: 'Bitrate', value: now ? kbit(now.bitrateKbps) : noFigure, note: 'of what comes in' },
    {
      label: 'Picture',
      value: now?.media.height ? `${now.media.height}p${tenth(now.fps)}` : noFigure,
      note: videoWords(now?.media ?? null) || ' ',
    },
    {
      label: 'Key frames',
      value: every === null ? noFigure : `${tenth(every)} s`,
      note: stream.settings.transcode.enabled ? 'apart, in what goes out' : 'apart; 2 s is best',
    },
    {
      label: 'Dropped frames',
      value: now ? formatCount(now.droppedFrames) : noFigure,
      note: 'in this session',
    },
    {
      label: 'Sound',
      value: now ? (now.media.audioCodec?.toUpperCase() ?? 'None') : noFigure,
      note: audioWords(now?.media ?? null) || ' ',
    },
    { label: 'Viewers', value: formatCount(viewers), note: 'in the last full minute' },
  ];
}
