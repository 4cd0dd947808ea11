import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of tabs sideways until the selected one is clear of its edges. The page itself stays where it is. */
export function useSelectedInView<List extends HTMLElement>(selected: unknown): RefObject<List | null> {
  const list = useRef<List>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the selection, which it reads from the page
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector('[aria-selected=true]');
    if (!row || !tab) return;
    const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    const room = Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart) || 0;
    const [left, right] = [outer.left + room, outer.right - room];
    if (inner.right > right) row.scrollLeft += inner.right - right;
    else if (inner.left < left) row.scrollLeft -= left - inner.left;
  }, [selected]);
  return list;
}
