import { colorOf, numberIn, oneOf, share } from './checked.ts';
import { type Fonts, fontFiles } from './find.ts';
import type { EncodeFilter, EncodeRung, Position } from './shapes.ts';

/** Files that a graph reads, beside the encoder's working folder: names of ours, so that no path needs escaping. */
export const textFile = 'text.txt';
export const logoFiles = { 'image/png': 'logo.png', 'image/jpeg': 'logo.jpg' } as const;
const logoReaders = { 'image/png': 'png_pipe', 'image/jpeg': 'jpeg_pipe' } as const;

const sizes = {
  '1080p': [1920, 1080],
  '720p': [1280, 720],
  '540p': [960, 540],
  '480p': [854, 480],
  '360p': [640, 360],
  '240p': [426, 240],
} as const;

/** From `from` to `[picture]`: deinterlace, crop, logo, text, in this order. Pixels are square from here on. */
export function graphOfFilter(from: string, filter: EncodeFilter | null, fonts: Fonts): string {
  const before = ['scale=w=2*trunc(iw*sar/2):h=2*trunc(ih/2)', 'setsar=1'];
  if (!filter) return `${from}${before.join(',')}[picture]`;
  const { deinterlace, crop, logo, text, image } = filter;
  // Interlaced lines must not be scaled together.
  if (oneOf('Deinterlacing', deinterlace, ['off', 'auto', 'always']) !== 'off')
    before.unshift(`yadif=deint=${deinterlace === 'auto' ? 'interlaced' : 'all'}`);
  if (crop) before.push(cropBy(crop));
  const after = text ? `,${drawText(text, fonts)}` : '';
  if (!logo || !image) return `${from}${before.join(',')}${after}[picture]`;
  const mediaType = oneOf('The logo', image.mediaType, ['image/png', 'image/jpeg']);
  const width = share('Its width', numberIn('Its width', logo.scalePercent, 1, 100));
  const { x, y } = place(logo.position, share('Its margin', logo.marginPercent, 40), 'W', 'H', 'w', 'h');
  return [
    `${from}${before.join(',')}[whole]`,
    `movie=filename=${logoFiles[mediaType]}:format_name=${logoReaders[mediaType]},format=rgba,` +
      `colorchannelmixer=aa=${share('Its opacity', logo.opacityPercent)}[logo]`,
    `[logo][whole]scale2ref=w=max(2\\,iw*${width}):h=max(2\\,ow/mdar)[small][under]`,
    `[under][small]overlay=x=${x}:y=${y}${after}[picture]`,
  ].join(';');
}

/** From `[picture]` to `[v0]`, `[v1]`, … as the rungs want it. */
export function graphOfRungs(rungs: readonly EncodeRung[]): string {
  const split = rungs.map((_, index) => `[s${index}]`).join('');
  const lines = rungs.map((rung, index) => `[s${index}]${rungOf(rung)}[v${index}]`);
  return [`[picture]split=${rungs.length}${split}`, ...lines].join(';');
}

function rungOf({ size, fps }: EncodeRung): string {
  const steps = ['format=yuv420p'];
  if (fps !== 'source') steps.unshift(`fps=${oneOf('The frame rate', fps, [24, 25, 30, 50, 60])}`);
  if (size !== 'source') {
    const [width, height] = sizes[oneOf('The size', size, Object.keys(sizes) as (keyof typeof sizes)[])];
    const fit = 'force_original_aspect_ratio=decrease:force_divisible_by=2';
    // setsar: what rounding to even sides does to the shape is not worth a pixel shape of 853:854.
    steps.unshift(`scale=w=min(${width}\\,iw):h=min(${height}\\,ih):${fit}`, 'setsar=1');
  }
  return steps.join(',');
}

function cropBy({ topPercent, rightPercent, bottomPercent, leftPercent }: NonNullable<EncodeFilter['crop']>): string {
  const [top, right] = [share('The crop', topPercent, 45), share('The crop', rightPercent, 45)];
  const [bottom, left] = [share('The crop', bottomPercent, 45), share('The crop', leftPercent, 45)];
  const even = (side: string, one: string, other: string) => `max(2\\,2*trunc(${side}*(1-${one}-${other})/2))`;
  return `crop=w=${even('iw', left, right)}:h=${even('ih', top, bottom)}:x=iw*${left}:y=ih*${top}`;
}

function drawText(text: NonNullable<EncodeFilter['text']>, fonts: Fonts): string {
  const font = fonts[oneOf('The font', text.font, Object.keys(fontFiles) as (keyof Fonts)[])];
  const size = share('The size of the text', numberIn('The size of the text', text.sizePercent, 1, 50));
  const { x, y } = place(text.position, share('Its margin', text.marginPercent, 40), 'w', 'h', 'text_w', 'text_h');
  const box = text.box === true ? ':box=1:boxcolor=black@0.5:boxborderw=8' : '';
  return (
    `drawtext=textfile=${textFile}:expansion=none:fontfile=${escapePath(font)}:fontsize=max(4\\,h*${size})` +
    `:fontcolor=${colorOf(text.color)}:x=${x}:y=${y}${box}`
  );
}

/** Expressions of where something lies on a picture; the margin is a share of the picture's width. */
function place(position: Position, margin: string, width: string, height: string, ownWidth: string, ownHeight: string) {
  const [column, row] = spots[oneOf('The position', position, Object.keys(spots) as Position[])];
  const along = (side: string, own: string) =>
    [`${width}*${margin}`, `(${side}-${own})/2`, `${side}-${own}-${width}*${margin}`] as const;
  return { x: along(width, ownWidth)[column], y: along(height, ownHeight)[row] };
}

const spots: Record<Position, [0 | 1 | 2, 0 | 1 | 2]> = {
  'top-left': [0, 0],
  top: [1, 0],
  'top-right': [2, 0],
  left: [0, 1],
  center: [1, 1],
  right: [2, 1],
  'bottom-left': [0, 2],
  bottom: [1, 2],
  'bottom-right': [2, 2],
};

/** Once for the filter's own list of options, once for the graph around it. */
function escapePath(path: string): string {
  const once = (text: string, special: RegExp) => text.replace(special, '\\$&');
  return once(once(path, /[\\':]/g), /[\\'[\],;]/g);
}
