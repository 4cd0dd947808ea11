import type { LoginRequest } from '@headwater/contract/account/schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../../lib/feature.ts';
import { giveBackAttempts, takeAttempts } from '../../lib/limits.ts';
import { Problem } from '../../lib/problem.ts';
import { verifyPassword } from './passwords.ts';
import { actorOf, individual } from './people.ts';
import { openSession } from './sessions.ts';
import { signInSubjects } from './sign-in-limits.ts';

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
  const { network, accountAndNetwork, account } = signInSubjects(login.email, request.ip);
  const ofAccount = [accountAndNetwork.subject, account.subject];
  await takeAttempts(database.ownerPool, [network, accountAndNetwork, account]);
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
  await giveBackAttempts(database.ownerPool, [network.subject, ...ofAccount]);
  // The attempt that was told to send a code as well.
  if (login.code) await giveBackAttempts(database.ownerPool, ofAccount);
  const token = await openSession(database, user, login.remember, request);
  return { token, contactid: user.is_owner ? null : String(user.id) };
}
