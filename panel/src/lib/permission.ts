import { accountRoutes } from '@headwater/contract/account/routes';
import type { Access } from '@headwater/contract/lib/route';
import { useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { keepContact, type Session } from './session.ts';

type Guarded = { access: Access };

export const sessionQuery = () => ask(accountRoutes.getSession, {}, { staleTime: 60_000, check: keepContact });

/** What is no permission: whoever has come this far may. */
const open: readonly string[] = ['public', 'session', 'caller'];

/** Whether a session may call a route. */
export function may(session: Pick<Session, 'permissions'> | undefined, { access }: Guarded): boolean {
  if (open.includes(access)) return true;
  return session !== undefined && (session.permissions as string[]).includes(access);
}

export const refusal = 'You do not have permission to do this. Ask the main account holder.';
/** For a screen that shows nothing: the person who opened it has not done anything yet. */
export const viewRefusal = 'You do not have permission to see this. Ask the main account holder.';

/** Why the person who is signed in may not call a route, for the control that would; null when they may. */
export function useRefusal(route: Guarded): string | null {
  const { data } = useQuery(sessionQuery());
  return data === undefined || may(data, route) ? null : refusal;
}
