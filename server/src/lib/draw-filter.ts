import type { Filter } from '@headwater/contract/transcoding/filter';

/** What became of the picture; `busy` where it is worth another try in a moment. */
export type Drawn = { ok: true; jpeg: Buffer } | { ok: false; busy: boolean; reason: string };

/** Draws a filter on a test picture, for one customer. */
export type DrawFilter = (customerId: number, filter: Filter, image: Buffer | null) => Promise<Drawn>;

/** What the engine that draws is like. */
export type FilterEngine = (filter: Filter, image: Buffer | null) => Promise<Buffer>;

const mostAtOnce = 2;

/** An encoder takes a core for a moment: one picture at a time for a customer, and few for all of them together. */
export function limitDrawing(draw: FilterEngine): DrawFilter {
  const drawing = new Set<number>();
  return async (customerId, filter, image) => {
    if (drawing.has(customerId) || drawing.size >= mostAtOnce) {
      return { ok: false, busy: true, reason: 'Another picture is being drawn. Try again in a moment.' };
    }
    drawing.add(customerId);
    try {
      return { ok: true, jpeg: await draw(filter, image) };
    } catch {
      return { ok: false, busy: false, reason: 'The picture could not be drawn. Is the logo a whole image?' };
    } finally {
      drawing.delete(customerId);
    }
  };
}
