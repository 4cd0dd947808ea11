import { Skeleton } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useServiceId } from '../lib/current-service.ts';
import { sessionQuery } from '../lib/permission.ts';
import { HeaderItems } from './HeaderItems.tsx';
import { activeLink } from './SideLine.tsx';
import classes from './SidePanel.module.css';
import { SideSection } from './SideSection.tsx';
import { placeMenus, toolMenus } from './service-menus.ts';
import { useMenus } from './use-menus.ts';

/** The service's places, and the account's credit. `onLeave` is told when one of them is taken. */
export function SidePanel({ onLeave }: { onLeave: () => void }) {
  const params = { serviceId: String(useServiceId()) };
  const { data } = useQuery(sessionQuery());
  const { entriesOf, deployments } = useMenus();
  // A service's own address shows its dashboard as well.
  const { pathname } = useLocation();
  const atDashboard = pathname === `/${params.serviceId}`;
  return (
    <div className={classes.root}>
      <nav aria-label="Service">
        <ul className={classes.list}>
          <li>
            <Link
              to="/$serviceId/dashboard"
              params={params}
              className={classes.link}
              {...(atDashboard && activeLink)}
              activeProps={activeLink}
              onClick={onLeave}
            >
              <IconLayoutDashboard size={16} aria-hidden /> Dashboard
            </Link>
          </li>
        </ul>
        {[...placeMenus, ...toolMenus].map(({ name, label }) => (
          <SideSection key={name} label={label} lines={entriesOf(name)} onLeave={onLeave} />
        ))}
        <div className={classes.narrow}>
          <SideSection label="Deploy Now" lines={deployments} onLeave={onLeave} />
          <SideSection label="Help" lines={entriesOf('help')} onLeave={onLeave} />
        </div>
      </nav>
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
