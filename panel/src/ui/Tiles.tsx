import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Tiles.module.css';

export type Tile = {
  label: string;
  value: ReactNode /** The exact figure, on hover. */;
  exact?: string;
  note?: ReactNode;
};

/** A row of figures. Without values yet it keeps their place. */
export function Tiles({ tiles, loading }: { tiles: Tile[]; loading: boolean }) {
  return (
    <dl className={classes.root}>
      {tiles.map(({ label, value, exact, note }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd title={exact}>{loading ? <Skeleton height={20} width={72} my={4} /> : value}</dd>
          {note !== undefined && <dd className={classes.note}>{loading ? ' ' : note}</dd>}
        </div>
      ))}
    </dl>
  );
}
