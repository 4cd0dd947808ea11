import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/**
 * Which entries are open, and the one that a link led to. The address names the entry that was opened last, so that it
 * can be sent to somebody.
 * @param onFollow told when a link is followed: what hides its entry is in the way then.
 */
export function useNamedEntry(onFollow: () => void) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [followed, setFollowed] = useState<string | null>(null);
  // What was opened by hand is in sight already.
  const byHand = useRef<string | null>(null);
  useEffect(() => {
    if (hash === '' || hash === byHand.current) return;
    byHand.current = null;
    setFollowed(hash);
    setOpened((before) => new Set(before).add(hash));
    onFollow();
  }, [hash, onFollow]);
  const toggle = (id: string, open: boolean) => {
    if (opened.has(id) === open) return;
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((one) => one !== id)));
    if (!open) return;
    byHand.current = id;
    setFollowed(null);
    void navigate({ to: '.', hash: id, replace: true, resetScroll: false, hashScrollIntoView: false });
  };
  return { opened, followed, toggle };
}
