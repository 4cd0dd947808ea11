import { IconHome, IconLayoutDashboard } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useServiceId } from '../lib/current-service.ts';
import { placeMenus, toolMenus } from './menu-names.ts';
import { SideLink } from './SideLink.tsx';
import classes from './SidePanel.module.css';
import { SideSection } from './SideSection.tsx';
import { useMenus } from './use-menus.ts';

type Props = {
  /** Stands in for the header's menus, which a phone has no room for. */
  whole?: boolean;
  /** Called when a place is taken. */
  onLeave: () => void;
};

/** The places of a service. */
export function ServicePlaces({ whole = false, onLeave }: Props) {
  const serviceId = useServiceId();
  const { menusOf, deployments } = useMenus();
  const rest = whole ? [{ label: 'Deploy Now', lines: deployments }, ...menusOf(['help'])] : [];
  // A service's own address shows its dashboard as well.
  const { pathname } = useLocation();
  return (
    <>
      <ul className={classes.list}>
        {whole && (
          <li>
            <SideLink to="/home" onClick={onLeave}>
              <IconHome size={16} aria-hidden /> Home
            </SideLink>
          </li>
        )}
        <li>
          <SideLink to="/$serviceId/dashboard" active={pathname === `/${serviceId}`} onClick={onLeave}>
            <IconLayoutDashboard size={16} aria-hidden /> Dashboard
          </SideLink>
        </li>
      </ul>
      {[...menusOf([...placeMenus, ...toolMenus]), ...rest].map(({ label, lines }) => (
        <SideSection key={label} label={label} lines={lines} onLeave={onLeave} />
      ))}
    </>
  );
}
