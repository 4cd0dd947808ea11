/** As the ref of a heading with `tabIndex={-1}`: it takes the focus from a form that it stands in place of. */
export const takeFocus = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });
