import { Skeleton } from '@mantine/core';
import { IconLayoutDashboard, IconWorldWww } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useServiceId } from '../lib/current-service.ts';
import { sessionQuery } from '../lib/permission.ts';
import classes from './SidePanel.module.css';

const active = { 'data-active': true, 'aria-current': 'page' } as const;

/** The service's places, and the account's credit. */
export function SidePanel() {
  const params = { serviceId: String(useServiceId()) };
  const { data } = useQuery(sessionQuery());
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
              {...(atDashboard && active)}
              activeProps={active}
            >
              <IconLayoutDashboard size={16} aria-hidden /> Dashboard
            </Link>
          </li>
        </ul>
        <p className={classes.heading} id="side-zones">
          Zones
        </p>
        <ul className={classes.list} aria-labelledby="side-zones">
          <li>
            <Link
              to="/$serviceId/zones/http/pull"
              params={params}
              className={classes.link}
              activeOptions={{ includeSearch: false }}
              activeProps={active}
            >
              <IconWorldWww size={16} aria-hidden /> HTTP pull
            </Link>
          </li>
        </ul>
      </nav>
      <div className={classes.credit}>
        <span>Credit</span>
        {data ? <b className="mono">${data.client.credit}</b> : <Skeleton width={56} height={14} />}
      </div>
    </div>
  );
}
