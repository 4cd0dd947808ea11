import { isRedirect } from '@tanstack/react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sessionQuery } from '../lib/permission.ts';
import { queryClient } from '../lib/query-client.ts';
import { servicesQuery } from '../lib/service-list.ts';
import { enterHome, enterService, refuseCdnPlus } from './enter.ts';

const service = (id: number, isCDNPlus: boolean) => ({
  id,
  product: 'CDN',
  domain: 'shop.test',
  domainstatus: 'Active' as const,
  favorite: false,
  isCDNPlus,
  client: { email: 'a@b.test' },
  createdAt: '2026-01-01T00:00:00Z',
  trialEndsAt: null,
  cancellation: null,
});

/** Where somebody is sent instead; null when they pass. */
async function sentTo(enter: () => unknown): Promise<unknown> {
  try {
    await enter();
    return null;
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options.to;
    throw thrown;
  }
}

function signIn(services: ReturnType<typeof service>[] | null) {
  const stored = new Map([['token', 'secret']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const client = { fullname: 'Dana', email: 'a@b.test', email_verified: true, credit: '0.00', alerts: [] };
  const session = { client, contact: null, isSubContact: false, permissions: ['services.view'] };
  queryClient.setQueryData(sessionQuery().queryKey, session as never);
  if (services) queryClient.setQueryData(servicesQuery().queryKey, { result: 'success', services });
  else {
    const refusal = { result: 'error', message: 'No Services', code: 'no_services', requestId: 'r' };
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 404 }));
  }
  return stored;
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('what a CDN-Plus service does not have is refused by link, and open in every other service', async () => {
  signIn([service(1, true), service(2, false)]);
  expect(await sentTo(() => refuseCdnPlus('1'))).toBe('/$serviceId/error/forbidden');
  expect(await sentTo(() => refuseCdnPlus('2'))).toBeNull();
});

test('a service is remembered by who opens it, not by who points at a link to it', async () => {
  const stored = signIn([service(7, false)]);
  await enterService('7', '/7', true);
  expect(stored.get('serviceId')).toBeUndefined();
  await enterService('7', '/7', false);
  expect(stored.get('serviceId')).toBe('7');
});

describe('an account without services', () => {
  const home = (pathname: string) => sentTo(() => enterHome({ href: pathname, pathname }));
  test('is led from home to the plans', async () => {
    signIn(null);
    expect(await home('/home')).toBe('/plan-selection');
  });
  test('reaches the rest of the account, such as its details', async () => {
    signIn(null);
    expect(await home('/home/my-details')).toBeNull();
  });
});
