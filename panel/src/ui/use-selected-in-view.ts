import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of tabs sideways until the selected one is whole. The page itself stays where it is. */
export function useSelectedInView<List extends HTMLElement>(selected: unknown): RefObject<List | null> {
  const list = useRef<List>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the selection, which it reads from the page
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector('[aria-selected=true]');
    if (!row || !tab) return;
    const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
    else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
  }, [selected]);
  return list;
}
