import type { ReactNode } from 'react';
import classes from './ActionLine.module.css';

type Props = {
  title: string;
  /** Below a panel's title `h3`, else `h2`. */
  level: 'h2' | 'h3';
  text: string;
  more?: ReactNode;
  /** The button. */
  children: ReactNode;
};

/** An action that wants some words first: what it does, and its button. */
export function ActionLine({ title, level: Heading, text, more, children }: Props) {
  return (
    <div className={classes.root}>
      <div>
        <Heading className={classes.title}>{title}</Heading>
        <p className={classes.text}>{text}</p>
        {more}
      </div>
      {children}
    </div>
  );
}
