import { readIfThere } from './read-if-there.ts';
import { type SegmentScan, scanSegment } from './ts-scan.ts';

export type SegmentFile = { file: string; part: number; durationSeconds: number };

/**
 * One track of an MP4 has one size and one kind of sound. Of parts that differ, those stay that make the longest file; what
 * is left out is said. Encoding it anew would take as long as it lasted.
 */
export async function chooseParts(
  segments: readonly SegmentFile[],
): Promise<{ chosen: SegmentFile[]; missing: string }> {
  const kinds = new Map<string, { seconds: number; parts: Set<number> }>();
  for (const part of new Set(segments.map((segment) => segment.part))) {
    const own = segments.filter((segment) => segment.part === part);
    const kind = await kindOf(own);
    if (!kind) continue;
    const known = kinds.get(kind) ?? { seconds: 0, parts: new Set() };
    known.seconds += sumOf(own);
    known.parts.add(part);
    kinds.set(kind, known);
  }
  const [[kept, { parts }] = ['', { parts: new Set<number>() }], ...others] = [...kinds].sort(
    ([, one], [, other]) => other.seconds - one.seconds,
  );
  const left = others.map(([kind, { seconds }]) => `${Math.round(seconds)} s of ${kind}`).join(', ');
  return {
    chosen: segments.filter(({ part }) => parts.has(part)),
    missing: left && `The stream changed while it was recorded. This file has ${kept}; not in it: ${left}.`,
  };
}

/** Of the first segment that can be read; what was torn off at a part's end says nothing about the part. */
async function kindOf(segments: readonly SegmentFile[]): Promise<string | null> {
  for (const { file } of segments) {
    const bytes = await readIfThere(file);
    const scan = bytes && scanSegment(bytes);
    if (scan?.video && scan.frames > 0 && scan.keyFrames > 0) return describe(scan);
  }
  return null;
}

function describe({ video, audio }: SegmentScan): string {
  const sound = audio ? `${audio.codec} ${audio.hz} Hz ${audio.channels} ch` : 'no sound';
  return `${video!.width}×${video!.height} ${video!.codec} with ${sound}`;
}

const sumOf = (segments: readonly SegmentFile[]) =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
