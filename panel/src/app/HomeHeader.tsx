import { Link } from '@tanstack/react-router';
import { useProviderName } from '../lib/provider.ts';
import { Wordmark } from '../ui/Wordmark.tsx';
import { DashboardPicker } from './DashboardPicker.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { HeaderMenus } from './HeaderMenus.tsx';
import { HomePlaces } from './HomePlaces.tsx';
import { homeMenus } from './menu-names.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import classes from './Shell.module.css';
import { SideDrawer } from './SideDrawer.tsx';
import { useMenus } from './use-menus.ts';
import { useNarrow } from './use-narrow.ts';

/** What stands in the account's header. */
export function HomeHeader() {
  const provider = useProviderName();
  const narrow = useNarrow();
  const { menusOf } = useMenus();
  return (
    <>
      {narrow && <SideDrawer label="Account" places={(onLeave) => <HomePlaces onLeave={onLeave} />} />}
      <Link to="/home" className={classes.brand} data-glyph aria-label={`${provider}, home`}>
        <Wordmark />
      </Link>
      <DashboardPicker />
      {narrow ? <div className={classes.gap} /> : <HeaderMenus menus={menusOf(homeMenus)} />}
      <HeaderItems place="home-header" />
      <SchemeToggle />
      <PersonMenu />
    </>
  );
}
