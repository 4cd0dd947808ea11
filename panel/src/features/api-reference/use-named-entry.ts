import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Which entries are open, and the one that a link leads to. The address names the entry that was opened last, so that it
 * can be sent to somebody.
 * @param onFollow told when a link is followed: what hides its entry is in the way then.
 */
export function useNamedEntry(onFollow: () => void) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // What was opened by hand is in sight already.
  const [byHand, setByHand] = useState<string | null>(null);
  const followed = hash !== '' && hash !== byHand ? hash : null;
  useEffect(() => {
    if (followed === null) return;
    setByHand(null);
    setOpened((before) => new Set(before).add(followed));
    onFollow();
  }, [followed, onFollow]);
  const toggle = (id: string, open: boolean) => {
    if (opened.has(id) === open) return;
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((one) => one !== id)));
    if (!open) return;
    setByHand(id);
    void navigate({ to: '.', hash: id, replace: true, resetScroll: false, hashScrollIntoView: false });
  };
  return { opened, followed, toggle };
}
