import type { Database } from '@headwater/server/lib/db';
import { hashToken, newId, newToken } from '@headwater/server/lib/secret';

/** A customer with one service whose main account holder is signed in many times. */
export async function openSessions(
  { owner }: Database,
  count: number,
): Promise<{ customerId: number; tokens: string[] }> {
  const { id: customerId } = await owner
    .insertInto('customers')
    .values({ fullname: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = { is_owner: true, email: 'bench@headwater.test', email_verified: true, password_hash: '' };
  const user = await owner
    .insertInto('users')
    .values({ customer_id: customerId, ...person })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tokens = Array.from({ length: count }, () => newToken('hws'));
  const sessions = tokens.map((token) => ({
    token_hash: hashToken(token),
    id: newId(),
    user_id: user.id,
    customer_id: customerId,
    remember: false,
    address: '127.0.0.1',
    user_agent: 'bench',
    expires_at: new Date(Date.now() + 86_400_000),
  }));
  await owner.insertInto('sessions').values(sessions).execute();
  return { customerId, tokens };
}
