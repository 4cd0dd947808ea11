import { expect, test } from 'vitest';
import { neverEnlargedWords } from './never-enlarged.ts';
import type { Size } from './profile.ts';

const rungs = (...sizes: Size[]) => sizes.map((size) => ({ name: `At ${size}`, size }));
const picture = { width: 640, height: 360 };

test('rungs that are larger than what comes in are named; those of its size, or smaller in one way, are not', () => {
  expect(neverEnlargedWords(rungs('source', '720p', '480p', '360p', '240p'), picture)).toBe(
    'What comes in is 640 × 360, and is never enlarged: At 720p, At 480p will be no larger than that.',
  );
  expect(neverEnlargedWords(rungs('720p'), picture, true)).toBe(
    'Cropped, what comes in is 640 × 360, and is never enlarged: At 720p will be no larger than that.',
  );
  expect(neverEnlargedWords(rungs('720p'), { width: 720, height: 1280 })).toBeNull();
  expect(neverEnlargedWords(rungs('720p'), { width: null, height: null })).toBeNull();
});

test('the words fit where they are told, however many rungs there are and whatever they are called', () => {
  const named = rungs('1080p', '1080p', '720p', '540p', '480p', '480p').map((rung) => ({
    ...rung,
    name: 'x'.repeat(60),
  }));
  const words = neverEnlargedWords(named, picture, true) ?? '';
  expect(words).toContain('and 3 more');
  expect(words.length).toBeLessThanOrEqual(300);
});
