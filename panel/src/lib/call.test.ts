import type { Route } from '@headwater/contract/lib/route';
import { describe, expect, test, vi } from 'vitest';
import { addressOf, call, headersOf } from './call.ts';
import { CallError, fieldErrorsOf, wordsOf } from './call-error.ts';
import { reachability } from './reachability.ts';

test('an address has its parameters in place and no undefined query', () => {
  const route = { method: 'GET', path: '/services/:serviceId/zones/:mode' } as const;
  expect(addressOf(route, { params: { serviceId: 7, mode: 'a/b' }, query: { page: 2, search: undefined } })).toBe(
    '/api/v1/services/7/zones/a%2Fb?page=2',
  );
});

describe('the bearer', () => {
  test('goes with every call', () => expect(headersOf({}, 'secret').get('authorization')).toBe('Bearer secret'));
  test('stays behind with Ignore-Interceptor, which is never sent itself', () => {
    const headers = headersOf({ 'Ignore-Interceptor': 'True' }, 'secret');
    expect(headers.has('authorization')).toBe(false);
    expect(headers.has('ignore-interceptor')).toBe(false);
  });
});

describe('a failure', () => {
  const reply = {
    result: 'error',
    message: 'Look at the fields',
    code: 'invalid_input',
    requestId: 'r1',
    errors: [
      { field: 'origin', message: 'first' },
      { field: 'origin', message: 'second' },
      { field: 'settings.hostHeader', message: 'third' },
    ],
  };
  test('keeps message, code, request and the first sentence of each field', () => {
    const error = CallError.fromAnswer(400, reply);
    expect(error).toMatchObject({ message: 'Look at the fields', code: 'invalid_input', status: 400, requestId: 'r1' });
    expect(fieldErrorsOf(error)).toEqual({ origin: 'first', 'settings.hostHeader': 'third' });
  });
  test('without a message has the words of its place', () => {
    expect(wordsOf(CallError.fromAnswer(500, '<html>'), 'An error occurred')).toBe('An error occurred');
    expect(wordsOf(CallError.network(), 'x')).toContain('cannot be reached');
  });
});

test('an answer that is cut off is no answer: it cannot end the session', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'secret' });
  const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut off')) });
  vi.stubGlobal('fetch', async () => new Response(cut, { status: 200 }));
  try {
    const asked = call({ method: 'GET', path: '/auth/session' } as Route, {});
    await expect(asked).rejects.toMatchObject({ status: 0 });
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a server that says what it cannot do now is there; one that cannot reach its database is not', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const reachOf = async (status: number, body: string) => {
    reachability.answered();
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    await call({ method: 'GET', path: '/x' } as Route, {}).catch(() => {});
    return reachability.get();
  };
  const refusal = (code: string) => JSON.stringify({ result: 'error', message: 'No.', code });
  try {
    expect(await reachOf(503, refusal('preview_unavailable'))).toBe('reached');
    expect(await reachOf(503, refusal('unavailable'))).toBe('doubted');
    expect(await reachOf(502, '<html>')).toBe('doubted');
  } finally {
    reachability.answered();
    vi.unstubAllGlobals();
  }
});
