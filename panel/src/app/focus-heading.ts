import type { AnyRouter } from '@tanstack/react-router';
import { focusHeading } from '../ui/take-focus.ts';

/** How long a screen may take to put its own heading in the place of what stood there. */
const settlesWithinMs = 4000;

/**
 * After a navigation the control that led there is often gone, and the focus with it. The new screen's heading takes it,
 * or the section that the address names, so that it is read out and the next Tab begins there.
 */
export function focusHeadings(router: AnyRouter): void {
  const openedAt = window.location.pathname;
  let stopWatching = () => {};
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    stopWatching();
    const section = toLocation.hash === '' ? null : document.getElementById(toLocation.hash);
    if (section?.matches('main section')) return section.focus();
    // Who moves on before the first screen has settled comes from nowhere, as far as the router knows.
    if (fromLocation ? !pathChanged : toLocation.pathname === openedAt) return;
    let placed = placeFocus();
    // The heading that is there may be the last screen's: it goes, and the focus with it, once the new one is drawn.
    const observer = new MutationObserver(() => {
      if (!placed || document.activeElement === document.body) placed = placeFocus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), settlesWithinMs);
    stopWatching = () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  });
}

/** @returns whether the focus has a place: the heading, a field into which the screen has put it, or an open dialog. */
const placeFocus = (): boolean =>
  document.activeElement?.matches('main input, [role=dialog] *') ? true : focusHeading();
