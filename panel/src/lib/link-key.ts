import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

/**
 * The one-time key that a mailed link carries in its fragment. It leaves the address bar before the page is painted, so
 * that it stays in no history, bookmark or screenshot; the page that was opened keeps it.
 */
export function useLinkKey(): string {
  const { hash } = useLocation();
  const [key, setKey] = useState(hash);
  useLayoutEffect(() => {
    if (hash === '') return;
    // Another link may be opened on a page that stands already.
    setKey(hash);
    history.replaceState(history.state, '', location.pathname);
  }, [hash]);
  return key;
}
