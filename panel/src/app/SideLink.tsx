import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useServiceId } from '../lib/current-service.ts';
import classes from './SidePanel.module.css';

const here = { 'data-active': true, 'aria-current': 'page' } as const;

type Props = {
  to: string;
  hash?: string | undefined;
  /** Shown as the place one is at, whatever the address says. */
  active?: boolean;
  /** Screens below this address are other places. */
  exact?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A link of the side panel, which shows when one is there. */
export function SideLink({ to, hash, active = false, exact = false, onClick, children }: Props) {
  const current = useServiceId();
  return (
    <Link
      to={to}
      params={{ serviceId: String(current) }}
      {...(hash && { hash })}
      className={classes.link}
      activeOptions={{ exact, includeSearch: false, includeHash: hash !== undefined }}
      activeProps={here}
      {...(active && here)}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
