import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Which entries are open. The address names the one that was opened last, so that it can be sent to somebody; whoever
 * follows it finds that entry open and in sight.
 * @param isThere whether the entries are on screen.
 */
export function useNamedEntry(isThere: boolean): [ReadonlySet<string>, (id: string, open: boolean) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // What was opened by hand is in sight already.
  const [byHand, setByHand] = useState<string | null>(null);
  useEffect(() => {
    if (!isThere || hash === '' || hash === byHand) return;
    setOpened((before) => new Set(before).add(hash));
    requestAnimationFrame(() => document.getElementById(hash)?.scrollIntoView({ block: 'start' }));
  }, [isThere, hash, byHand]);
  const toggle = (id: string, open: boolean) => {
    if (opened.has(id) === open) return;
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((one) => one !== id)));
    if (!open) return;
    setByHand(id);
    void navigate({ to: '.', hash: id, replace: true, resetScroll: false, hashScrollIntoView: false });
  };
  return [opened, toggle];
}
