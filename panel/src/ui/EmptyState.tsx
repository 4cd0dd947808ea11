import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = { icon?: ReactNode; title: string; children: ReactNode /** The one next step. */; action?: ReactNode };

/** What stands where nothing is yet: what this is, and the one next step. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={classes.root}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
