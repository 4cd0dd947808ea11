/** Which records are chosen, and where a range begins: the one that was chosen last without Shift. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const nothing: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Chooses, or lets go of, all from the anchor to this one, as they stand on the screen. */
export function toggleRange(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const chosen = !selection.ids.has(id);
  const next = new Set(selection.ids);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (chosen) next.add(one);
    else next.delete(one);
  }
  // The anchor stays, so that a further Shift corrects where the range ends.
  return { ids: next, anchor: selection.anchor };
}

/** Extends a range by keyboard: everything between the anchor and here is chosen. */
export function extendTo(selection: Selection, from: string, to: string, order: readonly string[]): Selection {
  const anchor = selection.anchor ?? from;
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)];
  if (start < 0 || end < 0) return selection;
  const next = new Set(selection.ids);
  for (const one of order.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(one);
  return { ids: next, anchor };
}

export type Chosen = 'none' | 'some' | 'all';

export function howMany({ ids }: Selection, order: readonly string[]): Chosen {
  if (ids.size === 0 || order.length === 0) return 'none';
  let count = 0;
  for (const id of order) if (ids.has(id)) count++;
  return count === 0 ? 'none' : count === order.length ? 'all' : 'some';
}

/** Everything that the filter leaves; once that is chosen already, nothing of it. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const next = new Set(selection.ids);
  const all = howMany(selection, order) === 'all';
  for (const id of order) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return { ids: next, anchor: null };
}

/** Without the records that are no longer there. */
export function keepExisting(selection: Selection, exists: (id: string) => boolean): Selection {
  if ([...selection.ids].every(exists)) return selection;
  const ids = new Set([...selection.ids].filter(exists));
  return { ids, anchor: selection.anchor !== null && exists(selection.anchor) ? selection.anchor : null };
}
