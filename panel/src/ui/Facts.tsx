import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export type Fact = { label: string; value: ReactNode };

/** Names and values, one a row. A value that is undefined is still on its way. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.root}>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={12} width="60%" my={4} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
