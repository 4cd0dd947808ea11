import type { Drawn } from '../../../lib/draw-filter.ts';
import { fieldProblem, Problem } from '../../../lib/problem.ts';

/** What is said where there is no picture of a filter: at the field that is wrong, or that it is our own fault. */
export function whyNotDrawn(drawn: Extract<Drawn, { ok: false }>): Problem {
  switch (drawn.why) {
    case 'busy':
      return new Problem('rate_limited', 'Another picture is being drawn. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    case 'slow':
      return new Problem('preview_unavailable', 'Drawing the picture took too long. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    case 'tool':
      return new Problem(
        'preview_unavailable',
        'Pictures cannot be drawn here now. What you entered can be saved all the same.',
      );
    case 'filter': {
      const [field, message] = partWords[drawn.part ?? 'together'];
      return field === null ? new Problem('preview_failed', message) : fieldProblem('preview_failed', field, message);
    }
  }
}

/** What is said of an uploaded image that nothing was found out about: it need not be at fault. */
export const notCheckedNow = () =>
  new Problem('preview_unavailable', 'Images cannot be checked here now, so none is taken. Try again later.', {
    retryAfterSeconds: 30,
  });

const partWords = {
  logo: ['value.logo.imageId', 'This image cannot be drawn: it is damaged. Upload it again, or choose another one.'],
  text: ['value.text.text', 'This text cannot be drawn. Change it, or choose another font.'],
  crop: ['value.crop.topPercent', 'The picture cannot be cropped so. Cut off less.'],
  together: [null, 'Crop, logo and text cannot be drawn together. Change one of them.'],
} as const;
