// Rows that are placed by the scroll position are laid out as no table is: browsers would no longer take them for one.
export const grid = { role: 'grid', 'aria-multiselectable': true } as const;
export const group = { role: 'rowgroup' } as const;
export const row = { role: 'row' } as const;
export const head = { role: 'columnheader', scope: 'col' } as const;
export const cell = { role: 'gridcell' } as const;
export const unsaid = { role: 'presentation' } as const;
