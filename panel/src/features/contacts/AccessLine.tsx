import type { ReactNode } from 'react';
import classes from './AccessLine.module.css';

type Props = { title: string; text: string; more?: ReactNode; children: ReactNode };

/** An action on a contact: what it does, and its button. */
export function AccessLine({ title, text, more, children }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
        {more}
      </div>
      {children}
    </div>
  );
}
