import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/index.ts';
import { Problem } from './problem.ts';
import { RateLimiter } from './rate-limits.ts';

const world = useWorld({ HEADWATER_RATE_LIMIT: '40' });
const count = async (tries: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'rate_limited' });
  return settled.length - refused.length;
};

describe('a limit', () => {
  test('lets exactly so many requests of a caller through in a window, however many race', async () => {
    const limiter = new RateLimiter(world.database.ownerPool, 40);
    expect(await count(Array.from({ length: 100 }, async () => limiter.take('user 1')))).toBe(40);
    expect(await count([(async () => limiter.take('user 2'))()])).toBe(1);
  });

  test('holds over all API processes together: none lets more through, and little is lost to their blocks', async () => {
    const processes = Array.from({ length: 4 }, () => new RateLimiter(world.database.ownerPool, 200));
    const passed = await count(Array.from({ length: 400 }, async (_, n) => processes[n % 4]!.take('user 3')));
    expect(passed).toBe(200);
  });

  test('tells how much is left, and from when there is more', async () => {
    const limiter = new RateLimiter(world.database.ownerPool, 40);
    const first = await limiter.take('user 4');
    expect(first).toMatchObject({ limit: 40, remaining: 39 });
    expect(first.resetSeconds).toBeGreaterThan(55);
    for (let n = 0; n < 39; n++) await limiter.take('user 4');
    const refusal = (await (async () => limiter.take('user 4'))().catch((error: unknown) => error)) as Problem;
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    expect(refusal.allowance).toMatchObject({ limit: 40, remaining: 0 });
  });

  test('begins anew with the next window', async () => {
    const limiter = new RateLimiter(world.database.ownerPool, 2);
    expect(await count(Array.from({ length: 5 }, async () => limiter.take('user 5')))).toBe(2);
    await world.database.ownerPool.query('update rate_limits set window_ends_at = now()');
    // Another process, which does not remember that the allowance was used up.
    expect(await count([(async () => new RateLimiter(world.database.ownerPool, 2).take('user 5'))()])).toBe(1);
  });

  test('asks the database once a block, and not at all for those who are refused', async () => {
    let queries = 0;
    const pool = new Proxy(world.database.ownerPool, {
      get: (target, name) => {
        if (name === 'query') queries += 1;
        return Reflect.get(target, name, target) as unknown;
      },
    });
    const limiter = new RateLimiter(pool, 100);
    await count(Array.from({ length: 100 }, async () => limiter.take('user 6')));
    expect(queries).toBe(20);
    await count(Array.from({ length: 100 }, async () => limiter.take('user 6')));
    expect(queries).toBe(20);
  });
});

describe('every answer', () => {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'];

  test('carries the caller’s limit; beyond it 429 says when to come back', async () => {
    const owner = await world.addCustomer();
    const first = await world.ask(owner, 'GET', '/services');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '40', 'ratelimit-policy': '40;w=60' });
    const answers = await Promise.all(Array.from({ length: 45 }, () => world.ask(owner, 'GET', '/services')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    for (const { headers, body } of refused) {
      expect(body.code).toBe('rate_limited');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      for (const name of names) expect(headers[name], name).toBeDefined();
      expect(headers['ratelimit-remaining']).toBe('0');
    }
  });

  test('counts the sessions of a person together, and each API key for itself', async () => {
    const owner = await world.addCustomer();
    const [one, two] = [await world.addKey(owner), await world.addKey(owner)];
    const remaining = async (token: string) =>
      Number((await world.ask(token, 'GET', '/services')).headers['ratelimit-remaining']);
    expect(await remaining(owner.token)).toBe(39);
    expect(await remaining(one.token)).toBe(39);
    expect(await remaining(one.token)).toBe(38);
    expect(await remaining(two.token)).toBe(39);
    expect(await remaining(owner.token)).toBe(38);
  });

  test('to a stranger is limited by address, so that tokens cannot be guessed at leisure', async () => {
    const answers = await Promise.all(Array.from({ length: 45 }, () => world.ask('garbage', 'GET', '/services')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
