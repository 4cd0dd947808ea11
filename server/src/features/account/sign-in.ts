import type { LoginRequest } from '@headwater/contract/account/schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../lib/db.ts';
import { giveBackAttempts, type Limit, limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { Problem } from '../../lib/problem.ts';
import { verifyPassword } from './passwords.ts';
import { individual } from './people.ts';
import { openSession } from './sessions.ts';

const perAccount: Limit = { attempts: 10, windowSeconds: 900 };
const perAddress: Limit = { attempts: 50, windowSeconds: 900 };

/**
 * Checks the password and opens a session. Wrong password, unknown account and suspended contact are answered alike,
 * after the same work; attempts are counted before it.
 */
export async function signIn(database: Database, login: z.output<typeof LoginRequest>, request: FastifyRequest) {
  const subjects = [
    { subject: `login address ${limitedAddress(request.ip)}`, limit: perAddress },
    { subject: `login account ${login.email}`, limit: perAccount },
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
  await giveBackAttempts(
    database.ownerPool,
    subjects.map((one) => one.subject),
  );
  const token = await openSession(database, user, login.remember, request);
  return { token, contactid: user.is_owner ? null : String(user.id) };
}
