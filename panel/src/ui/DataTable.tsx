import { Skeleton } from '@mantine/core';
import { type RowData, useTable } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import { ErrorState } from './ErrorState.tsx';
import { SortHeader } from './SortHeader.tsx';
import type { Sort } from './sort.ts';
import { type Columns, features } from './table-columns.ts';

type Props<Row extends RowData> = {
  /** What the table lists, for those who hear it: `Zones`. */
  label: string;
  columns: Columns<Row>;
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  error?: unknown;
  onRetry?: () => void;
  empty: ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Rows to draw while there are none yet, so that nothing jumps when they arrive. */
  expectedRows?: number;
  /** Few and narrow columns: on a phone they stay a table. */
  narrow?: boolean;
  /** The rows shown are those of the question before. */
  stale?: boolean;
  /** What stands below a row that is open; null below the others. */
  below?: (row: Row) => ReactNode;
};

const none: never[] = [];

/** One table for the whole panel: rows of one height, sorting, and its empty, loading and error states. */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { label, columns, rows, rowId, error, onRetry, empty, sort, onSort, expectedRows = 5, narrow, stale } = props;
  const { below = () => null } = props;
  const table = useTable({ features, columns, data: rows ?? none, getRowId: rowId });
  if (error && !rows) {
    return <ErrorState error={error} title={`${label} could not be loaded`} {...(onRetry && { onRetry })} />;
  }
  if (rows?.length === 0) return empty;
  const leaves = table.getAllLeafColumns();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.box} aria-label={label} tabIndex={0} data-stale={stale || undefined}>
      <table className={classes.table} data-narrow={narrow} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {leaves.map((column) => (
              <SortHeader
                key={column.id}
                look={column.columnDef.meta}
                {...(sort && { sort })}
                {...(onSort && { onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? table.getRowModel().rows.map((row) => (
                <Fragment key={row.id}>
                  <tr>
                    {row.getAllCells().map((cell) => {
                      const look = cell.column.columnDef.meta;
                      return (
                        <td
                          key={cell.id}
                          data-align={look?.align}
                          data-leads={look?.leads}
                          data-place={look?.place}
                          data-unit={look?.unit}
                          style={{ maxWidth: look?.maxWidth, gridArea: look?.place }}
                        >
                          <table.FlexRender cell={cell} />
                        </td>
                      );
                    })}
                  </tr>
                  <Below columns={leaves.length}>{below(row.original)}</Below>
                </Fragment>
              ))
            : Array.from({ length: expectedRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <tr key={index}>
                  {leaves.map((column) => (
                    <td
                      key={column.id}
                      data-leads={column.columnDef.meta?.leads}
                      data-place={column.columnDef.meta?.place}
                      style={{ gridArea: column.columnDef.meta?.place }}
                    >
                      <Skeleton height={12} width={`${40 + ((index * 17 + column.id.length * 11) % 45)}%`} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null) return null;
  return (
    <tr className={classes.below}>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}
