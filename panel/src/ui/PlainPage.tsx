import type { ReactNode } from 'react';
import classes from './PlainPage.module.css';
import { Wordmark } from './Wordmark.tsx';

type Props = {
  children: ReactNode;
  footer?: ReactNode;
  /** The provider's name is on its way: its place is kept, so that no other name is seen first. */
  nameless?: boolean;
};

/** A page outside the shell: the wordmark and one card. */
export function PlainPage({ children, footer, nameless = false }: Props) {
  return (
    <div className={classes.root}>
      <main className={classes.main}>
        <div className={classes.brand} data-nameless={nameless || undefined}>
          <Wordmark size="lg" />
        </div>
        <div className={classes.card}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </main>
    </div>
  );
}
