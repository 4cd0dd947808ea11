import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a navigation the control that led there is often gone, and the focus with it. The new screen's heading takes it,
 * or the section that the address names, so that it is read out and the next Tab begins there.
 */
export function focusHeadings(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    const section = toLocation.hash === '' ? null : document.getElementById(toLocation.hash);
    if (section?.matches('main section')) return section.focus();
    if (!fromLocation || !pathChanged) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    // A screen that has put the focus into a field of its own keeps it there.
    if (!heading || document.activeElement?.matches('main input')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
