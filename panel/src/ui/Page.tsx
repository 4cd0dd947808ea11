import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

type Props = {
  title: ReactNode /** Beside the title. */;
  aside?: ReactNode /** Below the title. */;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a screen: its one heading, its actions, its content. */
export function Page({ title, aside, lead, actions, children }: Props) {
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <div className={classes.words}>
          <div className={classes.line}>
            <Title order={1}>{title}</Title>
            {aside}
          </div>
          {lead && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
