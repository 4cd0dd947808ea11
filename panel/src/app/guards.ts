import type { Service } from '@headwater/contract/services/schema';
import { CallError } from '../lib/call-error.ts';

/** Whether a path segment can be a service's id: a positive integer, written as such. */
export const isServiceId = (segment: string): boolean =>
  /^[1-9]\d*$/.test(segment) && Number.isSafeInteger(Number(segment));

/** Where a visitor who signed in may be sent on to: a path of this panel, and no page that would send them back. */
export function internalPath(target: unknown): string | null {
  if (typeof target !== 'string' || !/^\/[^/\\]/.test(target)) return null;
  const url = new URL(target, 'http://panel.invalid');
  // Dots are resolved by now: `/.//elsewhere` has become an address of another host.
  if (url.host !== 'panel.invalid' || /^\/((login|logout|error)?\/?$|\/)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/**
 * What a failed session check means. Where nobody answered, the session may well be good: the person keeps it and tries
 * again. Any other failure ends it.
 */
export function sessionIsOver(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return ![0, 429, 502, 503, 504].includes(error.status);
}

export const isNoServices = (error: unknown): boolean => error instanceof CallError && error.code === 'no_services';

type Place = { to: '/home' | '/error' | '/plan-selection' } | { to: 'forbidden'; reason: string } | { to: 'stay' };

/** Where a signed-in person who asks for a service goes. */
export function placeFor(input: { emailVerified: boolean; services: readonly Service[]; serviceId: number }): Place {
  if (!input.emailVerified) return { to: '/home' };
  const service = input.services.find(({ id }) => id === input.serviceId);
  if (!service) return { to: '/error' };
  if (service.domainstatus !== 'Active') return { to: 'forbidden', reason: service.domainstatus };
  return { to: 'stay' };
}
