import { IconHome } from '@tabler/icons-react';
import { homeMenus } from './menu-names.ts';
import { SideLink } from './SideLink.tsx';
import classes from './SidePanel.module.css';
import { SideSection } from './SideSection.tsx';
import { useMenus } from './use-menus.ts';

/** The places of an account. `onLeave` is called when one of them is taken. */
export function HomePlaces({ onLeave }: { onLeave: () => void }) {
  const { menusOf } = useMenus();
  return (
    <>
      <ul className={classes.list}>
        <li>
          <SideLink to="/home" exact onClick={onLeave}>
            <IconHome size={16} aria-hidden /> Home
          </SideLink>
        </li>
      </ul>
      {menusOf(homeMenus).map(({ label, lines }) => (
        <SideSection key={label} label={label} lines={lines} onLeave={onLeave} />
      ))}
    </>
  );
}
