import { beforeEach, describe, expect, test, vi } from 'vitest';
import { may } from './permission.ts';
import { inOrder, pickable, whyClosed, whyNoneOpens } from './service-list.ts';
import { clearSession, initialsOf, startSession } from './session.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const client = { fullname: 'Dana Demo', email: 'd@x.test', email_verified: true, credit: '1.00', alerts: [] };
const contact = { contactid: '2', firstname: 'Émile', lastname: 'zola', email: 'e@x.test', permissions: [] };

describe('a session in local storage', () => {
  test('says whether a contact signed in', () => {
    startSession({ token: 't', contactid: '2' });
    expect(Object.fromEntries(stored)).toEqual({ token: 't', contactid: '2', isSubContact: 'true' });
    startSession({ token: 'u', contactid: null });
    expect(Object.fromEntries(stored)).toEqual({ token: 'u', isSubContact: 'false' });
  });
  test('is forgotten whole, the colour scheme is not', () => {
    startSession({ token: 't', contactid: '2' });
    stored.set('serviceId', '7').set('service', '{}').set('mantine-color-scheme-value', 'dark');
    clearSession();
    expect([...stored.keys()]).toEqual(['mantine-color-scheme-value']);
  });
});

describe('initials', () => {
  test('are the contact’s, else the client’s', () => {
    expect(initialsOf({ client, contact: null })).toBe('DD');
    expect(initialsOf({ client, contact })).toBe('ÉZ');
  });
  test('fall back to Client', () => {
    expect(initialsOf(undefined)).toBe('Client');
    expect(initialsOf({ client: { ...client, fullname: ' 42 ' }, contact: null })).toBe('Client');
  });
});

test('a permission is held or it is not; unknown sessions hold none', () => {
  const session = { permissions: ['zones.view'] as 'zones.view'[] };
  expect(may(session, { access: 'zones.view' })).toBe(true);
  expect(may(session, { access: 'zones.manage' })).toBe(false);
  expect(may(undefined, { access: 'zones.view' })).toBe(false);
  expect(may(undefined, { access: 'session' })).toBe(true);
});

describe('the picker', () => {
  const service = (
    id: number,
    domain: string,
    domainstatus: 'Active' | 'Terminated' | 'Pending',
    favorite = false,
  ) => ({
    id,
    domain,
    domainstatus,
    favorite,
    product: 'CDN',
    isCDNPlus: false,
    client: { email: 'd@x.test' },
    createdAt: '2026-01-01T00:00:00Z',
    trialEndsAt: null,
    cancellation: null,
  });
  test('leaves out the terminated and begins with favourites', () => {
    const services = [service(1, 'b', 'Active'), service(2, 'a', 'Pending'), service(3, 'z', 'Active', true)];
    const all = [service(4, '0', 'Terminated', true), ...services];
    expect(pickable(all).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(inOrder(all).map(({ id }) => id)).toEqual([3, 2, 1, 4]);
  });
  test('opens active services only, and none before the e-mail is verified', () => {
    expect(whyClosed(service(1, 'a', 'Active'), true)).toBeNull();
    expect(whyClosed(service(1, 'a', 'Pending'), true)).toBe('This service is pending');
    expect(whyClosed(service(1, 'a', 'Active'), false)).toBe('Verify your e-mail address first');
  });
  test('says why there is nothing to open', () => {
    const [active, pending] = [service(1, 'a', 'Active'), service(2, 'b', 'Pending')];
    expect(whyNoneOpens([pending, active], true)).toBeNull();
    expect(whyNoneOpens([pending], true)).toBe('None of your services is active');
    expect(whyNoneOpens([pending, active], false)).toBe('Verify your e-mail address first');
    expect(whyNoneOpens([], true)).toBe('You have no service yet');
  });
});
