import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NotEncodable } from './checked.ts';
import { PreviewFailed, renderFilterFrame } from './preview.ts';
import { ffprobeFile } from './probe.ts';
import type { EncodeFilter } from './shapes.ts';
import { makeImage, programsOf } from './testing/index.ts';

const programs = programsOf();
const nothing: EncodeFilter = { deinterlace: 'off', crop: null, logo: null, text: null };
const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

async function look(filter: EncodeFilter) {
  const folder = mkdtempSync(join(tmpdir(), 'ffmpeg-preview-'));
  try {
    const file = join(folder, 'frame.jpg');
    writeFileSync(file, await renderFilterFrame({ programs, filter }));
    return (await ffprobeFile(programs.ffprobe, file)).streams[0];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the test picture has its size, and what is cropped is gone', async () => {
  expect(await look(nothing)).toMatchObject({ codec: 'mjpeg', width: 960, height: 540 });
  const crop = { topPercent: 10, rightPercent: 20, bottomPercent: 10, leftPercent: 5 };
  expect(await look({ ...nothing, crop, deinterlace: 'always' })).toMatchObject({ width: 720, height: 432 });
});

test('a logo and a text can stand at each place, and each place is another picture', async () => {
  const image = { mediaType: 'image/png' as const, base64: (await makeImage('png')).toString('base64') };
  const frames = new Set<string>();
  for (const position of positions) {
    const logo = { position, scalePercent: 20, marginPercent: 2, opacityPercent: 70 };
    const text = {
      text: 'Live',
      font: 'mono-bold',
      sizePercent: 6,
      color: '#ffcc00',
      position,
      marginPercent: 3,
      box: true,
    } as const;
    frames.add((await renderFilterFrame({ programs, filter: { ...nothing, logo, text, image } })).toString('base64'));
  }
  expect(frames.size).toBe(9);
});

test('any line of text is drawn as it is, never taken for an instruction', async () => {
  const textOf = (text: string) =>
    ({
      text,
      font: 'sans',
      sizePercent: 5,
      color: '#ffffff',
      position: 'center',
      marginPercent: 2,
      box: false,
    }) as const;
  for (const text of ["it's 100% %{pts} %{e\\:1}", "a:b,c;d[e]f'g\\h", '日本語 ünïcode 🙂', '-i /etc/passwd'])
    expect((await renderFilterFrame({ programs, filter: { ...nothing, text: textOf(text) } })).length).toBeGreaterThan(
      1000,
    );
  const [asked, answered] = await Promise.all(
    ['%{pts}', '0.000000'].map((text) => renderFilterFrame({ programs, filter: { ...nothing, text: textOf(text) } })),
  );
  expect(asked!.equals(answered!)).toBe(false);
  await expect(renderFilterFrame({ programs, filter: { ...nothing, text: textOf('two\nlines') } })).rejects.toThrow(
    NotEncodable,
  );
});

const failureOf = async (request: Partial<Parameters<typeof renderFilterFrame>[0]>) => {
  const failure = await renderFilterFrame({ programs, filter: nothing, ...request }).catch((error: unknown) => error);
  if (!(failure instanceof PreviewFailed)) throw new Error(`not refused`);
  return [failure.why, failure.part];
};

test('the part that cannot be drawn is named, beside others that can', async () => {
  const place = { position: 'top', marginPercent: 2 } as const;
  const logo = { ...place, scalePercent: 20, opacityPercent: 70 };
  const text = { ...place, text: 'Live', font: 'sans', sizePercent: 6, color: '#ffcc00', box: true } as const;
  const crop = { topPercent: 10, rightPercent: 10, bottomPercent: 10, leftPercent: 10 };
  const whole = { mediaType: 'image/png' as const, base64: (await makeImage('png')).toString('base64') };
  const damaged = { ...whole, base64: Buffer.from(whole.base64, 'base64').subarray(0, 40).toString('base64') };
  const filter = { ...nothing, crop, logo, text, image: whole };
  expect((await renderFilterFrame({ programs, filter })).length).toBeGreaterThan(1000);
  expect(await failureOf({ filter: { ...filter, image: damaged } })).toEqual(['filter', 'logo']);
  expect(await failureOf({ filter, programs: without('drawtext', 'glyph not found') })).toEqual(['filter', 'text']);
  expect(await failureOf({ filter, programs: without('crop', 'invalid size') })).toEqual(['filter', 'crop']);
});

test('no part is blamed for what took too long or was ended while it was looked for', async () => {
  const crop = { topPercent: 10, rightPercent: 10, bottomPercent: 10, leftPercent: 10 };
  const text = { text: 'Live', font: 'sans', sizePercent: 6, color: '#ffcc00', box: true } as const;
  const filter = { ...nothing, crop, text: { ...text, position: 'top', marginPercent: 2 } } as const;
  const fails = 'case "$*" in *crop=*) echo "invalid size" >&2; exit 1;; esac';
  // Together they fail at once; the text by itself never ends.
  const stuck = instead(fails, 'case "$*" in *drawtext=*) exec sleep 60;; esac');
  expect(await failureOf({ filter, programs: stuck, timeoutMs: 2000 })).toEqual(['slow', null]);
  const ended = { programs: stuck, timeoutMs: 60_000, signal: AbortSignal.timeout(2000) };
  expect(await failureOf({ filter, ...ended })).toEqual(['tool', null]);
  // Each by itself would be in time.
  const slow = instead('sleep 0.7', fails);
  expect(await failureOf({ filter, programs: slow, timeoutMs: 2000 })).toEqual(['slow', null]);
});

/** The real ffmpeg, which gives up with these words where a graph has this filter. */
const without = (graphFilter: string, words: string) =>
  instead(`case "$*" in *${graphFilter}=*) echo "${words}" >&2; exit 1;; esac`);

/** The real ffmpeg, after these lines of a shell. */
function instead(...before: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ffmpeg-preview-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ffmpeg = join(folder, 'ffmpeg');
  const lines = ['#!/bin/sh', ...before, `exec ${programs.ffmpeg} "$@"`, ''];
  writeFileSync(ffmpeg, lines.join('\n'), { mode: 0o755 });
  return { ...programs, ffmpeg };
}

test('an ffmpeg that is too slow, is not there or cannot draw at all is told from a wrong filter', async () => {
  expect(await failureOf({ timeoutMs: 1 })).toEqual(['slow', null]);
  for (const ffmpeg of ['/nowhere/ffmpeg', '/bin/false'])
    expect(await failureOf({ programs: { ...programs, ffmpeg } })).toEqual(['tool', null]);
  const crop = { topPercent: 10, rightPercent: 10, bottomPercent: 10, leftPercent: 10 };
  const lacking = without('crop', "No such filter: 'crop'");
  expect(await failureOf({ filter: { ...nothing, crop }, programs: lacking })).toEqual(['tool', null]);
});
