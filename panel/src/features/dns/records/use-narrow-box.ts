import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** From here on, all columns have their place beside one another. */
const leastPx = 720;

/** Whether a box is too narrow for rows of one line. The side panel counts, so the window's own width says too little. */
export function useNarrowBox(): [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setNarrow(element.clientWidth < leastPx);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [box, narrow];
}
