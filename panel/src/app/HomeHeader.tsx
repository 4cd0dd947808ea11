import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../lib/permission.ts';
import { useProviderName } from '../lib/provider.ts';
import { servicesQuery, whyClosed } from '../lib/service-list.ts';
import { rememberedServiceId } from '../lib/session.ts';
import { ButtonLink } from '../ui/links.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import classes from './Shell.module.css';

/** The account's header. Dashboard leads back to the service that was worked in last, while it can be opened. */
export function HomeHeader() {
  const provider = useProviderName();
  const { data: session } = useQuery(sessionQuery());
  const { data } = useQuery({ ...servicesQuery(), enabled: session?.permissions.includes('services.view') ?? false });
  const last = data?.services.find(({ id }) => id === rememberedServiceId());
  const open = last && session && whyClosed(last, session.client.email_verified) === null;
  return (
    <header className={classes.header}>
      <Link to="/home" className={classes.brand} aria-label={`${provider}, home`}>
        <Wordmark />
      </Link>
      {open && (
        <ButtonLink
          to="/$serviceId/dashboard"
          params={{ serviceId: String(last.id) }}
          variant="subtle"
          color="gray"
          size="compact-md"
        >
          Dashboard
        </ButtonLink>
      )}
      <div className={classes.gap} />
      <SchemeToggle />
      <PersonMenu />
    </header>
  );
}
