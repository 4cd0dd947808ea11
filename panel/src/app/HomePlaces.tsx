import { IconHome, IconLayoutDashboard } from '@tabler/icons-react';
import { homeMenus } from './menu-names.ts';
import { SideLink } from './SideLink.tsx';
import classes from './SidePanel.module.css';
import { SideSection } from './SideSection.tsx';
import { useLastService } from './use-last-service.ts';
import { useMenus } from './use-menus.ts';

/** The places of an account. `onLeave` is called when one of them is taken. */
export function HomePlaces({ onLeave }: { onLeave: () => void }) {
  const { menusOf } = useMenus();
  const last = useLastService();
  return (
    <>
      <ul className={classes.list}>
        <li>
          <SideLink to="/home" exact onClick={onLeave}>
            <IconHome size={16} aria-hidden /> Home
          </SideLink>
        </li>
        {last !== null && (
          <li>
            <SideLink to="/$serviceId/dashboard" serviceId={last} onClick={onLeave}>
              <IconLayoutDashboard size={16} aria-hidden /> Dashboard
            </SideLink>
          </li>
        )}
      </ul>
      {menusOf(homeMenus).map(({ label, lines }) => (
        <SideSection key={label} label={label} lines={lines} onLeave={onLeave} />
      ))}
    </>
  );
}
