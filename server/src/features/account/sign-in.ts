import type { LoginRequest } from '@headwater/contract/account/schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../../lib/feature.ts';
import { giveBackAttempts, type Limit, limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { Problem } from '../../lib/problem.ts';
import { verifyPassword } from './passwords.ts';
import { actorOf, individual } from './people.ts';
import { openSession } from './sessions.ts';

const perAccount: Limit = { attempts: 10, windowSeconds: 900 };
const perAddress: Limit = { attempts: 50, windowSeconds: 900 };

/**
 * Checks the password, then what the features ask beyond it, and opens a session. Wrong password, unknown account and
 * suspended contact are answered alike, after the same work; attempts are counted before it.
 */
export async function signIn(
  deps: Pick<Deps, 'database' | 'settings' | 'features'>,
  login: z.output<typeof LoginRequest>,
  request: FastifyRequest,
) {
  const { database, features } = deps;
  const account = `login account ${login.email}`;
  const subjects = [
    { subject: `login address ${limitedAddress(request.ip)}`, limit: perAddress },
    { subject: account, limit: perAccount },
  ];
  await takeAttempts(database.ownerPool, subjects);
  const user = await database.owner
    .selectFrom('users')
    .select([...individual, 'password_hash', 'suspended'])
    .where('email', '=', login.email)
    .executeTakeFirst();
  const right = await verifyPassword(login.password, user?.password_hash);
  if (!user || !right || user.suspended) {
    throw new Problem('invalid_credentials', 'The e-mail address or the password is not right.');
  }
  const asked = { userId: user.id, actor: actorOf(user, request), code: login.code };
  for (const { admitSignIn } of features) await admitSignIn?.(deps, asked);
  await giveBackAttempts(
    database.ownerPool,
    subjects.map((one) => one.subject),
  );
  // The attempt that was told to send a code as well.
  if (login.code) await giveBackAttempts(database.ownerPool, [account]);
  const token = await openSession(database, user, login.remember, request);
  return { token, contactid: user.is_owner ? null : String(user.id) };
}
