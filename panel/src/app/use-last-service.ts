import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../lib/permission.ts';
import { servicesQuery, whyClosed } from '../lib/service-list.ts';
import { rememberedServiceId } from '../lib/session.ts';

/** The service that was worked in last, while it can be opened. */
export function useLastService(): number | null {
  const { data: session } = useQuery(sessionQuery());
  const { data } = useQuery({ ...servicesQuery(), enabled: session?.permissions.includes('services.view') ?? false });
  const last = data?.services.find(({ id }) => id === rememberedServiceId());
  return last && session && whyClosed(last, session.client.email_verified) === null ? last.id : null;
}
