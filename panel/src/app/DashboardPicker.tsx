import { useQuery } from '@tanstack/react-query';
import { may, sessionQuery, viewRefusal } from '../lib/permission.ts';
import { servicesQuery, whyNoneOpens } from '../lib/service-list.ts';
import { Refusable } from '../ui/Refusable.tsx';
import { isNoServices } from './guards.ts';
import { HeaderMenuButton } from './HeaderMenu.tsx';
import { ServiceList } from './ServiceList.tsx';

/** The way from home into a service. */
export function DashboardPicker() {
  const reason = useRefusal();
  const button = <HeaderMenuButton label="Dashboard" />;
  if (reason !== null) return <Refusable reason={reason}>{button}</Refusable>;
  return <ServiceList>{button}</ServiceList>;
}

function useRefusal(): string | null {
  const { data: session } = useQuery(sessionQuery());
  const allowed = may(session, { access: 'services.view' });
  const { data, error } = useQuery({ ...servicesQuery(), enabled: allowed });
  if (!session) return null;
  if (!allowed) return viewRefusal;
  if (data || isNoServices(error)) return whyNoneOpens(data?.services ?? [], session.client.email_verified);
  return error && 'Your services could not be loaded';
}
