/** As the ref of a heading with `tabIndex={-1}`: it takes the focus from a form that it stands in place of. */
export const takeFocus = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });

/** Gives the focus to the screen's heading, where the control that had it is gone. @returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  takeFocus(heading);
  return true;
}
