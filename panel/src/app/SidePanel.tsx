import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../lib/permission.ts';
import { HeaderItems } from './HeaderItems.tsx';
import classes from './SidePanel.module.css';

/** Places to go to, and at the foot the account's credit. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  const { data } = useQuery(sessionQuery());
  return (
    <div className={classes.root}>
      <nav aria-label={label}>{children}</nav>
      <div className={classes.foot}>
        <HeaderItems place="side-foot" />
        <div className={classes.credit}>
          <span>Credit</span>
          {data ? <b className="mono">${data.client.credit}</b> : <Skeleton width={56} height={14} />}
        </div>
      </div>
    </div>
  );
}
