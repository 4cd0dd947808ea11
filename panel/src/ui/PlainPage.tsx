import type { ReactNode } from 'react';
import classes from './PlainPage.module.css';
import { Wordmark } from './Wordmark.tsx';

type Props = {
  children: ReactNode;
  footer?: ReactNode;
  /** The provider's name is on its way: its place is kept, so that no other name is seen first. */
  nameless?: boolean;
  /** Room for things beside one another. */
  wide?: boolean;
};

/** A page outside the shell: the wordmark and one card. */
export function PlainPage({ children, footer, nameless = false, wide = false }: Props) {
  return (
    <div className={classes.root}>
      <main className={classes.main} data-wide={wide || undefined}>
        <div className={classes.brand} data-nameless={nameless || undefined}>
          <Wordmark size="lg" />
        </div>
        <div className={classes.card}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </main>
    </div>
  );
}
