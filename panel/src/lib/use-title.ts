import { useEffect } from 'react';

/** Names the screen in the browser's tab. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Headwater'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
