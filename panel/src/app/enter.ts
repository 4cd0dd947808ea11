import { messages } from '@headwater/contract/lib/messages';
import type { Service } from '@headwater/contract/services/schema';
import { redirect } from '@tanstack/react-router';
import { wordsOf } from '../lib/call-error.ts';
import { may, sessionQuery } from '../lib/permission.ts';
import { queryClient } from '../lib/query-client.ts';
import { servicesQuery } from '../lib/service-list.ts';
import { clearSession, getToken, keepService, type Session } from '../lib/session.ts';
import { keepSignInHint } from '../lib/sign-in-hint.ts';
import { toast } from '../ui/toast.ts';
import { internalPath, isNoServices, isServiceId, placeFor, sessionIsOver } from './guards.ts';

/** Where a visitor wanted to go, kept for the sign-in page; the address stays as it is promised. */
const wantedKey = 'headwater-wanted';

export function takeWanted(): string | null {
  const wanted = internalPath(sessionStorage.getItem(wantedKey));
  sessionStorage.removeItem(wantedKey);
  return wanted;
}

/** Keeps an address for after the sign-in. */
export function keepWanted(href: string): void {
  if (internalPath(href)) sessionStorage.setItem(wantedKey, href);
}

/** Forgets who was signed in, and everything that was loaded for them. */
export function endSession(): void {
  clearSession();
  queryClient.clear();
}

/** Lets only those with a token pass. */
export function requireToken(href: string): void {
  if (getToken() !== null) return;
  keepWanted(href);
  throw redirect({ to: '/' });
}

/** Checks the session. A session that is over leads back to the sign-in page; a server that does not answer does not. */
export async function requireSession(href: string): Promise<Session> {
  requireToken(href);
  try {
    return await queryClient.ensureQueryData(sessionQuery());
  } catch (error) {
    if (getToken() === null) throw redirect({ to: '/login' });
    if (!sessionIsOver(error)) throw error;
    keepWanted(href);
    endSession();
    keepSignInHint({ ended: true });
    toast.error(wordsOf(error, messages.sessionExpired));
    throw redirect({ to: '/login' });
  }
}

/** Loads the services; an account without any goes on to the plans, without a word. */
async function requireServices(): Promise<Service[]> {
  try {
    const { services } = await queryClient.ensureQueryData(servicesQuery());
    return services;
  } catch (error) {
    if (isNoServices(error)) throw redirect({ to: '/plan-selection' });
    throw error;
  }
}

export async function enterHome({ href, pathname }: { href: string; pathname: string }): Promise<void> {
  requireToken(href);
  // Asked for at once; each answer is awaited where it is needed.
  const services = requireServices();
  services.catch(() => {});
  const session = await requireSession(href);
  // What else stands below it, such as the account's details, is there for an account without services as well.
  if (!/^\/home\/?$/.test(pathname)) return;
  // A contact who may not see services is told so on the page.
  if (may(session, { access: 'services.view' })) await services.catch(rethrowRedirect);
}

const rethrowRedirect = (error: unknown) => {
  if (error instanceof Response) throw error;
};

/** `preload`: a link was only pointed at, so that nobody has gone there yet. */
export async function enterService(segment: string, href: string, preload: boolean): Promise<void> {
  if (!isServiceId(segment)) throw redirect({ to: '/error' });
  requireToken(href);
  const asked = requireServices();
  asked.catch(() => {});
  const session = await requireSession(href);
  const forbidden = () => redirect({ to: '/$serviceId/error/forbidden', params: { serviceId: segment } });
  if (!may(session, { access: 'services.view' })) throw forbidden();
  const serviceId = Number(segment);
  const services = await asked;
  const place = placeFor({ emailVerified: session.client.email_verified, services, serviceId });
  if (place.to === 'forbidden') throw forbidden();
  if (place.to !== 'stay') throw redirect({ to: place.to });
  const service = services.find(({ id }) => id === serviceId);
  if (service && !preload) keepService(service);
}

/** A screen that CDN-Plus services do not have is not theirs by link either. The frame has loaded the services. */
export function refuseCdnPlus(serviceId: string): void {
  const services = queryClient.getQueryData(servicesQuery().queryKey)?.services ?? [];
  if (!services.find(({ id }) => id === Number(serviceId))?.isCDNPlus) return;
  throw redirect({ to: '/$serviceId/error/forbidden', params: { serviceId } });
}
