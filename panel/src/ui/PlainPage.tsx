import type { ReactNode } from 'react';
import classes from './PlainPage.module.css';
import { Wordmark } from './Wordmark.tsx';

/** A page outside the shell: the wordmark and one card. */
export function PlainPage({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className={classes.root}>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Wordmark size="lg" />
        </div>
        <div className={classes.card}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </main>
    </div>
  );
}
