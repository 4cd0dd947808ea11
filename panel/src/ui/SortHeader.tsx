import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import { nextSort, type Sort } from './sort.ts';
import type { ColumnLook } from './table-columns.ts';

type Props = { look: ColumnLook | undefined; sort?: Sort; onSort?: (sort: Sort) => void };

export function SortHeader({ look, sort, onSort }: Props) {
  const { label = '', align, width, sort: by } = look ?? {};
  const cell = {
    'data-align': align,
    style: width ? { width } : undefined,
    scope: 'col',
    role: 'columnheader',
  } as const;
  if (!by || !onSort) return <th {...cell}>{label}</th>;
  const active = sort?.by === by ? sort.order : null;
  const Icon = active === 'asc' ? IconArrowUp : active === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <th {...cell} aria-sort={active === null ? 'none' : active === 'asc' ? 'ascending' : 'descending'}>
      {/* Figures are asked for largest first, names from A. */}
      <UnstyledButton
        className={classes.sort}
        data-active={active !== null || undefined}
        onClick={() => onSort(nextSort(sort, by, align === 'end' ? 'desc' : 'asc'))}
      >
        {label}
        <Icon size={13} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
