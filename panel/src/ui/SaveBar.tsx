import type { ReactNode } from 'react';
import classes from './SaveBar.module.css';

/** Where a long form is saved: always in sight, whatever part of the form is. */
export function SaveBar({ children }: { children: ReactNode }) {
  return <div className={classes.root}>{children}</div>;
}
