import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useWorld } from './testing/index.ts';

/** The addresses that failed sign-ins were counted against. */
async function countedAddresses(world: ReturnType<typeof useWorld>, forwardedFor: string): Promise<string[]> {
  await world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'x-forwarded-for': forwardedFor },
    payload: { email: 'nobody@example.test', password: 'wrong' },
  });
  const { rows } = await sql<{ subject: string }>`
    select subject from attempt_limits where subject like 'login address %' order by subject`.execute(
    world.database.owner,
  );
  // An address is counted by itself and together with the account.
  return [...new Set(rows.map(({ subject }) => subject.split(' ')[2]!))];
}

describe('without a trusted proxy', () => {
  const world = useWorld();
  test('a client cannot give itself another address', async () => {
    expect(await countedAddresses(world, '203.0.113.9')).toEqual(['127.0.0.1']);
  });
});

describe('behind one trusted proxy', () => {
  const world = useWorld({ HEADWATER_TRUST_PROXY: '1' });
  test('the address is what the proxy saw, not what a client wrote before it', async () => {
    expect(await countedAddresses(world, '198.51.100.1, 203.0.113.9')).toEqual(['203.0.113.9']);
  });
});
