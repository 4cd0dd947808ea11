import { describe, expect, test } from 'vitest';
import { CallError } from '../lib/call-error.ts';
import { internalPath, isNoServices, isServiceId, placeFor, sessionIsOver } from './guards.ts';

test.each(['1', '1001', '9007199254740991'])('%s can be a service', (segment) =>
  expect(isServiceId(segment)).toBe(true),
);
test.each(['0', '01', '-1', '1.5', '1e3', 'home', '', ' 1', '9007199254740993'])('%j cannot be a service', (segment) =>
  expect(isServiceId(segment)).toBe(false),
);

describe('where a visitor is sent on to', () => {
  test.each([
    '/home',
    '/1001/zones/http/pull?sort=created',
    '/1001/zones/http/pull/z1?tab=purge#history',
    '/home#//elsewhere.test',
  ])('%s is inside', (path) => expect(internalPath(path)).toBe(path));
  test.each([
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
    'javascript:alert(1)',
    '/',
    '/login',
    '/logout',
    '/error',
    '/login#/home',
    '/logout?x#y',
    '//elsewhere.test#/home',
    '#/home',
    '/.//elsewhere.test',
    '/home/..//elsewhere.test',
    '/home/..',
    null,
    7,
  ])('%j is not', (path) => expect(internalPath(path)).toBeNull());
});

describe('a failed session check', () => {
  test('ends the session when the server refuses it, with or without words', () => {
    expect(sessionIsOver(CallError.fromAnswer(401, { result: 'error', message: 'Expired token' }))).toBe(true);
    expect(sessionIsOver(CallError.fromAnswer(500, null))).toBe(true);
  });
  test('keeps the session when nobody could answer', () => {
    expect(sessionIsOver(CallError.network())).toBe(false);
    for (const status of [429, 502, 503, 504]) expect(sessionIsOver(CallError.fromAnswer(status, null))).toBe(false);
  });
});

test('an account without services is told by its code', () => {
  const reply = { result: 'error', message: 'No Services', code: 'no_services', requestId: 'r' };
  expect(isNoServices(CallError.fromAnswer(404, reply))).toBe(true);
  expect(isNoServices(CallError.fromAnswer(404, { ...reply, code: 'not_found' }))).toBe(false);
});

describe('who asks for a service', () => {
  const service = (id: number, domainstatus: 'Active' | 'Suspended') => ({
    id,
    product: 'CDN',
    domain: 'shop.test',
    domainstatus,
    favorite: false,
    isCDNPlus: false,
    client: { email: 'a@b.test' },
    createdAt: '2026-01-01T00:00:00Z',
    trialEndsAt: null,
    cancellation: null,
  });
  const services = [service(1, 'Active'), service(2, 'Suspended')];
  const place = (serviceId: number, emailVerified = true) => placeFor({ emailVerified, services, serviceId });

  test('stays in an active service', () => expect(place(1)).toEqual({ to: 'stay' }));
  test('goes home with an unverified e-mail', () => expect(place(1, false)).toEqual({ to: '/home' }));
  test('goes to error for an unknown service', () => expect(place(3)).toEqual({ to: '/error' }));
  test('is told that another status cannot be opened', () =>
    expect(place(2)).toEqual({ to: 'forbidden', reason: 'Suspended' }));
});
