import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type RowWindow, rowsInSight, scrollFor } from './row-window.ts';

type Answer<Box> = {
  box: RefObject<Box | null>;
  window: RowWindow;
  /** Brings a row into sight. */
  reveal: (row: number) => void;
};

/** Follows a box as it scrolls and changes its size, and says which rows are in sight. */
export function useRowWindow<Box extends HTMLElement>(count: number, rowPx: number, headPx: number): Answer<Box> {
  const box = useRef<Box>(null);
  const [window, setWindow] = useState<RowWindow>({ from: 0, until: Math.min(count, 40) });
  const measure = useCallback(() => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const next = rowsInSight(scrollTop, Math.max(0, clientHeight - headPx), rowPx, count);
    setWindow((now) => (now.from === next.from && now.until === next.until ? now : next));
  }, [count, rowPx, headPx]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, [measure]);
  const reveal = useCallback(
    (row: number) => {
      const element = box.current;
      if (!element) return;
      const to = scrollFor(row, element.scrollTop, element.clientHeight - headPx, rowPx);
      if (to !== null) element.scrollTop = to;
    },
    [rowPx, headPx],
  );
  return { box, window, reveal };
}
