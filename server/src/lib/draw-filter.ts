import type { Filter } from '@headwater/contract/transcoding/filter';

/**
 * Why there is no picture, with the engine's words for the log. `filter`: what was asked for cannot be drawn, and `part` says
 * what of it; null where its parts cannot be drawn together.
 */
type NotDrawn = {
  ok: false;
  why: 'tool' | 'slow' | 'filter';
  part: 'crop' | 'logo' | 'text' | null;
  reason: string;
};

type Sketch = { ok: true; jpeg: Buffer } | NotDrawn;

/** What became of the picture; `busy` where it is worth another try in a moment. */
export type Drawn = Sketch | { ok: false; why: 'busy' };

/** Draws a filter on a test picture, for one customer. */
export type DrawFilter = (customerId: number, filter: Filter, image: Buffer | null) => Promise<Drawn>;

/** What the engine that draws is like. */
export type FilterEngine = (filter: Filter, image: Buffer | null) => Promise<Sketch>;

const mostAtOnce = 2;

/** An encoder takes a core for a moment: one picture at a time for a customer, and few for all of them together. */
export function limitDrawing(draw: FilterEngine): DrawFilter {
  const drawing = new Set<number>();
  return async (customerId, filter, image) => {
    if (drawing.has(customerId) || drawing.size >= mostAtOnce) {
      return { ok: false, why: 'busy' };
    }
    drawing.add(customerId);
    try {
      return await draw(filter, image);
    } finally {
      drawing.delete(customerId);
    }
  };
}
