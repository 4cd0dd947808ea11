import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter } from '@headwater/contract/transcoding/filter';
import type { Drawn } from '../../../lib/draw-filter.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import { notCheckedNow, whyNotDrawn } from './why-not-drawn.ts';

type Logo = NonNullable<Filter['logo']>;
type Drawing = Pick<Deps, 'drawFilter' | 'app'>;

const uploaded: Logo = {
  imageId: 'uploaded',
  position: 'center',
  scalePercent: 10,
  marginPercent: 0,
  opacityPercent: 100,
};

const busyMs = 250;
const mostTries = 20;

/**
 * An encoder that is given a damaged logo makes no picture at all: what is uploaded is drawn once.
 * @throws Problem on the file where that fails, or that it cannot be found out now.
 */
export async function refuseDamaged(deps: Drawing, customerId: number, image: Buffer): Promise<void> {
  const drawn = await drawLogo(deps, customerId, uploaded, image);
  if (drawn.ok) return;
  if (drawn.why === 'tool' || drawn.why === 'slow') throw notCheckedNow();
  if (drawn.why === 'busy') throw whyNotDrawn(drawn);
  throw fieldProblem('not_an_image', 'base64', 'This image is damaged: it cannot be drawn. Choose another file.');
}

/** For logos that were kept before uploads were drawn. Where nothing can be drawn here, a filter is kept all the same. */
export async function refuseUndrawable(
  deps: Drawing,
  customerId: number,
  { logo }: Filter,
  image: Buffer | null,
): Promise<void> {
  if (!logo || !image) return;
  const drawn = await drawLogo(deps, customerId, logo, image);
  if (!drawn.ok && drawn.why !== 'tool') throw whyNotDrawn(drawn);
}

/** Waits a little for the picture that the same person has drawn of the form. */
async function drawLogo(deps: Drawing, customerId: number, logo: Logo, image: Buffer): Promise<Drawn> {
  const filter: Filter = { name: 'Logo', deinterlace: 'off', crop: null, logo, text: null };
  for (let tries = 1; ; tries += 1) {
    const drawn = await deps.drawFilter(customerId, filter, image);
    if (drawn.ok) return drawn;
    if (drawn.why !== 'busy') {
      deps.app.log.warn({ why: drawn.why, reason: drawn.reason }, 'a logo was not drawn');
      return drawn;
    }
    if (tries === mostTries) return drawn;
    await sleep(busyMs);
  }
}
