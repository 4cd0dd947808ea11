import { measureBandwidth } from './bandwidth.ts';
import { coverCodecs } from './codecs.ts';
import { shownAt } from './rungs.ts';
import type { View } from './views.ts';

/** The rungs that the stream has now, the best first. `folder` is where their playlists are, such as `live`. */
export function renderMaster(view: View, folder: string): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const newest = view.session.moments[view.to]!;
  for (let rung = 0; rung < newest.segments.length; rung++) {
    lines.push(`#EXT-X-STREAM-INF:${attributes(view, rung)}`, `${folder}/v${rung}.m3u8`);
  }
  return `${lines.join('\n')}\n`;
}

function attributes({ session, from, to, isEnded }: View, rung: number): string {
  const newest = session.moments[to]!;
  const shown = session.moments.slice(from, to + 1).map((moment) => shownAt(moment, rung));
  const segments = shown.map(({ segment }) => segment);
  const bandwidth = measureBandwidth(segments, newest.targetSeconds);
  // A player reads this once, when the first segments may show a still picture: what was planned is still to come.
  const toCome = isEnded ? 0 : (newest.part.rungs[rung]!.plannedBitRate ?? 0);
  const { width, height, fps } = shown.at(-1)!.media;
  const rates = shown.map(({ media }) => media.fps ?? 0);
  return [
    `BANDWIDTH=${Math.max(bandwidth.peak, toCome)}`,
    `AVERAGE-BANDWIDTH=${bandwidth.average}`,
    `CODECS="${coverCodecs([...new Set(shown.map(({ media }) => media.codecs))])}"`,
    width && height ? `RESOLUTION=${width}x${height}` : null,
    // The highest of what it holds; a sound without a picture has none.
    width && height && fps ? `FRAME-RATE=${rates.reduce((most, one) => Math.max(most, one), fps).toFixed(3)}` : null,
  ]
    .filter((attribute) => attribute !== null)
    .join(',');
}
