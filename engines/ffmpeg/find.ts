import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../lib/find-program.ts';

/** The fonts of the contract, as files. */
export const fontFiles = {
  sans: 'DejaVuSans.ttf',
  'sans-bold': 'DejaVuSans-Bold.ttf',
  serif: 'DejaVuSerif.ttf',
  'serif-bold': 'DejaVuSerif-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
  'mono-bold': 'DejaVuSansMono-Bold.ttf',
} as const;
export type FontName = keyof typeof fontFiles;
export type Fonts = Record<FontName, string>;

export type FfmpegPrograms = { ffmpeg: string; ffprobe: string; fonts: Fonts };
export type FoundFfmpeg = ({ ok: true } & FfmpegPrograms) | { ok: false; reason: string; remedy: string };

/** Debian's packages that bring what a live node needs. */
export const ffmpegPackages = ['ffmpeg', 'fonts-dejavu-core'] as const;

const remedy = `apt-get install -y ${ffmpegPackages.join(' ')}`;
const fontFolders = ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/dejavu', '/usr/share/fonts/TTF'];

/** Looks for ffmpeg, ffprobe and the fonts of text overlays; says what is missing and the one line that brings it. */
export function findFfmpeg(): FoundFfmpeg {
  const ffmpeg = findProgram('ffmpeg');
  if (!ffmpeg) return { ok: false, reason: 'ffmpeg is not installed', remedy };
  const ffprobe = findProgram('ffprobe');
  if (!ffprobe) return { ok: false, reason: 'ffprobe is not installed', remedy };
  const files = Object.values(fontFiles);
  const folder = fontFolders.find((path) => files.every((file) => existsSync(join(path, file))));
  if (!folder) return { ok: false, reason: 'the DejaVu fonts are not installed', remedy };
  const paths = Object.entries(fontFiles).map(([name, file]) => [name, join(folder, file)]);
  return { ok: true, ffmpeg, ffprobe, fonts: Object.fromEntries(paths) as Fonts };
}
