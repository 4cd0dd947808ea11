import type { Route } from '@headwater/contract/lib/route';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { setAskForPassword } from './step-up.ts';

const route = { method: 'POST', path: '/contacts' } as Route;
const words = 'Enter your password once more to do this.';
const refusal = { result: 'error', message: words, code: 'step_up_required', requestId: 'r' };
const ask = vi.fn<() => Promise<boolean>>();
const fetched = vi.fn<typeof fetch>();
let proven = false;

beforeEach(() => {
  proven = false;
  ask.mockReset().mockImplementation(async () => {
    proven = true;
    return true;
  });
  setAskForPassword(ask);
  fetched.mockReset().mockImplementation(async () => {
    return proven
      ? Response.json({ result: 'success', id: 7 }, { status: 201 })
      : Response.json(refusal, { status: 403 });
  });
  vi.stubGlobal('localStorage', { getItem: () => 'secret' });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe('a call that needs the password once more', () => {
  test('is made again, as it was, once it is given; whoever called notices nothing', async () => {
    const options = { headers: { 'Idempotency-Key': 'k' } };
    await expect(call(route, { body: { email: 'a@b.test' } } as never, options)).resolves.toMatchObject({ id: 7 });
    const [first, second] = fetched.mock.calls;
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(second).toEqual(first);
  });

  test('fails with the words of the refusal when it is not given, and is not made again', async () => {
    ask.mockResolvedValue(false);
    await expect(call(route, {})).rejects.toMatchObject({ message: words, code: 'step_up_required' });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('asks once, whatever the answer to it is', async () => {
    ask.mockResolvedValue(true);
    await expect(call(route, {})).rejects.toMatchObject({ code: 'step_up_required' });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('shares the question with the calls beside it, and the next one is a new question', async () => {
    await Promise.all([call(route, {}), call(route, {}), call(route, {})]);
    expect(ask).toHaveBeenCalledTimes(1);
    proven = false;
    await call(route, {});
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

test('another refusal asks for nothing', async () => {
  fetched.mockResolvedValue(Response.json({ ...refusal, code: 'forbidden' }, { status: 403 }));
  await expect(call(route, {})).rejects.toMatchObject({ code: 'forbidden' });
  expect(ask).not.toHaveBeenCalled();
});
