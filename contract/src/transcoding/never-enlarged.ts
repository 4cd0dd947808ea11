import { type Profile, sizes } from './profile.ts';

type Rung = Pick<Profile, 'name' | 'size'>;
type Picture = { width: number | null; height: number | null };

/** Rungs whose frames are larger than what comes in: it is never enlarged, so that they come out alike. */
export function rungsBeyond<Some extends Rung>(rungs: readonly Some[], { width, height }: Picture): Some[] {
  if (!width || !height) return [];
  return rungs.filter(({ size }) => size !== 'source' && sizes[size][0] > width && sizes[size][1] > height);
}

const mostNamed = 3;

/** For whoever chose these rungs; null where nothing speaks against them. `isCropped`: the picture is what a crop leaves. */
export function neverEnlargedWords(rungs: readonly Rung[], picture: Picture, isCropped = false): string | null {
  const beyond = rungsBeyond(rungs, picture);
  if (beyond.length === 0) return null;
  const named = beyond.slice(0, mostNamed).map(({ name }) => name);
  const more = beyond.length > mostNamed ? ` and ${beyond.length - mostNamed} more` : '';
  const size = `${picture.width} × ${picture.height}`;
  const subject = isCropped ? 'Cropped, what comes in' : 'What comes in';
  return `${subject} is ${size}, and is never enlarged: ${named.join(', ')}${more} will be no larger than that.`;
}
