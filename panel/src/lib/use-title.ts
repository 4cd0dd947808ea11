import { useEffect } from 'react';
import { useProviderName } from './provider.ts';

/** Names the screen in the browser's tab. */
export function useTitle(...parts: (string | undefined)[]): void {
  const provider = useProviderName();
  const title = [...parts.filter(Boolean), provider].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
