import { Link } from '@tanstack/react-router';
import { useProviderName } from '../lib/provider.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { HeaderItems } from './HeaderItems.tsx';
import { HeaderMenus } from './HeaderMenus.tsx';
import { HomePlaces } from './HomePlaces.tsx';
import { homeMenus } from './menu-names.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import classes from './Shell.module.css';
import { SideDrawer } from './SideDrawer.tsx';
import { useLastService } from './use-last-service.ts';
import { useMenus } from './use-menus.ts';
import { useNarrow } from './use-narrow.ts';

/** The account's header. Dashboard leads back to the service that was worked in last. */
export function HomeHeader() {
  const provider = useProviderName();
  const narrow = useNarrow();
  const last = useLastService();
  const { menusOf } = useMenus();
  return (
    <header className={classes.header}>
      {narrow && <SideDrawer label="Account" places={(onLeave) => <HomePlaces onLeave={onLeave} />} />}
      <Link to="/home" className={classes.brand} aria-label={`${provider}, home`}>
        <Wordmark />
      </Link>
      {!narrow && last !== null && (
        <ButtonLink
          to="/$serviceId/dashboard"
          params={{ serviceId: String(last) }}
          variant="subtle"
          color="gray"
          size="compact-md"
        >
          Dashboard
        </ButtonLink>
      )}
      {narrow ? <div className={classes.gap} /> : <HeaderMenus menus={menusOf(homeMenus)} />}
      <HeaderItems place="home-header" />
      <SchemeToggle />
      <PersonMenu />
    </header>
  );
}
