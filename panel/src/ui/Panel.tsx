import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type Props = {
  title?: ReactNode;
  aside?: ReactNode;
  /** What searches and filters the table below. */
  tools?: ReactNode;
  children: ReactNode /** Content that brings its own edges, such as a table. */;
  flush?: boolean;
};

/** A surface with a heading: the one container that screens are made of. */
export function Panel({ title, aside, tools, children, flush = false }: Props) {
  return (
    <section className={classes.root}>
      {(title || aside) && (
        <div className={classes.header}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {aside}
        </div>
      )}
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
