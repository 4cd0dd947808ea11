import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { graphOfFilter } from './filter-graph.ts';
import type { FfmpegPrograms } from './find.ts';
import { layFilterFiles } from './lay.ts';
import type { EncodeFilter } from './shapes.ts';

export type PreviewRequest = {
  programs: Pick<FfmpegPrograms, 'ffmpeg' | 'fonts'>;
  /** With the logo's image in it, if it has one. */
  filter: EncodeFilter;
  /** For all that is drawn, also to find out what cannot be drawn. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type FilterPart = 'crop' | 'logo' | 'text';

/** `part`: what of the filter cannot be drawn; null where its parts cannot be drawn together, or nothing was drawn at all. */
export class PreviewFailed extends Error {
  readonly why: 'tool' | 'slow' | 'filter';
  readonly part: FilterPart | null;

  constructor(why: PreviewFailed['why'], message: string, more: { part?: FilterPart; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.why = why;
    this.part = more.part ?? null;
  }
}

/** Colour bars with a frame and a cross: what is cut off, and where something lies, can be seen. */
const testPicture = [
  'smptehdbars=size=960x540:rate=1:duration=1',
  'drawgrid=w=iw/8:h=ih/8:t=1:c=white@0.25',
  'drawbox=x=0:y=0:w=iw:h=ih:t=6:c=white@0.9',
  'drawbox=x=iw/2-1:y=ih/2-40:w=2:h=80:t=fill:c=white@0.9',
  'drawbox=x=iw/2-40:y=ih/2-1:w=80:h=2:t=fill:c=white@0.9',
].join(',');

/**
 * A frame of a test picture as a filter makes it, 960×540 unless it crops: a JPEG. One at a time is the caller's concern.
 * @throws PreviewFailed
 */
export async function renderFilterFrame(request: PreviewRequest): Promise<Buffer> {
  const { programs, timeoutMs = 5000, signal, filter } = request;
  const untilMs = Date.now() + timeoutMs;
  const draw: Draw = (some) => render(programs, some, { timeoutMs, untilMs, signal });
  try {
    return await draw(filter);
  } catch (error) {
    if (!isFaultOfFilter(error)) throw error;
    throw await findCulprit(filter, draw, error);
  }
}

type Draw = (filter: EncodeFilter) => Promise<Buffer>;

const isFaultOfFilter = (error: unknown): error is PreviewFailed =>
  error instanceof PreviewFailed && error.why === 'filter';

const nothing: EncodeFilter = { deinterlace: 'off', crop: null, logo: null, text: null };

/**
 * Draws the picture alone, and each part by itself: ffmpeg's own words name no part.
 * @throws PreviewFailed where that takes too long, or is ended: no part is to blame for it.
 */
async function findCulprit(whole: EncodeFilter, draw: Draw, error: PreviewFailed): Promise<PreviewFailed> {
  const fails = (filter: EncodeFilter) =>
    draw(filter).then(
      () => false,
      (failure: unknown) => {
        if (isFaultOfFilter(failure)) return true;
        throw failure;
      },
    );
  if (await fails(nothing)) return new PreviewFailed('tool', error.message, { cause: error });
  const { crop, logo, text, image } = whole;
  const parts = { crop: crop && { crop }, logo: logo && image && { logo, image }, text: text && { text } };
  for (const part of ['logo', 'text', 'crop'] as const) {
    if (parts[part] && (await fails({ ...nothing, ...parts[part] })))
      return new PreviewFailed('filter', error.message, { part, cause: error });
  }
  return error;
}

type Limits = { timeoutMs: number; untilMs: number; signal: AbortSignal | undefined };

async function render(programs: PreviewRequest['programs'], filter: EncodeFilter, limits: Limits): Promise<Buffer> {
  const graph = `${testPicture}[test];${graphOfFilter('[test]', filter, programs.fonts)};[picture]format=yuvj420p[out]`;
  const folder = await mkdtemp(join(tmpdir(), 'headwater-preview-'));
  try {
    layFilterFiles(folder, filter);
    const output = ['-map', '[out]', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'];
    const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-filter_complex_threads', '1'];
    return await run(programs.ffmpeg, [...quiet, '-filter_complex', graph, ...output], folder, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[], cwd: string, limits: Limits): Promise<Buffer> {
  const { timeoutMs, untilMs, signal } = limits;
  // None would be no limit.
  const timeout = Math.max(1, untilMs - Date.now());
  const options = { cwd, timeout, killSignal: 'SIGKILL', maxBuffer: 4_000_000, encoding: 'buffer' } as const;
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, ...(signal ? { signal } : {}) }, (error, stdout, stderr) => {
      if (!error && stdout.length > 0) return resolve(stdout);
      const said = stderr.toString().trim().split('\n').at(-1);
      if (error?.killed) return reject(new PreviewFailed('slow', `took longer than ${timeoutMs / 1000} s`));
      // It did not run, or was built without what a filter needs.
      const isLacking = typeof error?.code === 'string' || /No such filter/.test(stderr.toString());
      const words = said || error?.message || 'gave no picture';
      reject(new PreviewFailed(isLacking ? 'tool' : 'filter', words, { cause: error }));
    });
  });
}
