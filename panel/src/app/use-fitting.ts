import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How many things of these widths stand in a row; one that is followed by `lastWidth` unless all of them fit. */
export function countFitting(widths: readonly number[], lastWidth: number, available: number, gap: number): number {
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width + gap, -gap));
  if ((ends.at(-1) ?? 0) <= available) return widths.length;
  return ends.filter((end) => end + gap + lastWidth <= available).length;
}

type Fitting = { row: RefObject<HTMLDivElement | null>; ruler: RefObject<HTMLDivElement | null>; fitting: number };

/** Measures how many of the ruler's children fit into the row. The last child stands in for those that do not. */
export function useFitting(): Fitting {
  const row = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(0);
  useLayoutEffect(() => {
    const [outer, inner] = [row.current, ruler.current];
    if (!outer || !inner) return;
    const measure = () => {
      const widths = [...inner.children].map((child) => child.getBoundingClientRect().width);
      const last = widths.pop() ?? 0;
      setFitting(countFitting(widths, last, outer.clientWidth, Number.parseFloat(getComputedStyle(inner).columnGap)));
    };
    measure();
    // The ruler changes when its words or the font do.
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { row, ruler, fitting };
}
