import type { ReactNode } from 'react';
import classes from './Fieldset.module.css';

type Props = { legend: string; 'aria-describedby'?: string | undefined; children: ReactNode };

/** Several controls that are one field; what they are together looks like any field's label. */
export function Fieldset({ legend, children, ...described }: Props) {
  return (
    <fieldset className={classes.root} {...described}>
      <legend className={classes.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
