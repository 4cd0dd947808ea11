import { type Kysely, sql } from 'kysely';
import { recordActivity } from '../../lib/activity.ts';
import type { Deps, SignIn } from '../../lib/feature.ts';
import { giveBackAttempts, type Limit, takeAttempts } from '../../lib/limits.ts';
import { queueMail } from '../../lib/mail.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Settings } from '../../lib/settings.ts';
import { countCodes, takeCode } from './recovery-codes.ts';
import { findTwoStep, unsealSecret } from './store.ts';
import { stepOf } from './totp.ts';

/** Counted for the person, wherever they are asked: six digits are soon guessed by whoever may guess on. */
const wrongCodes: Limit = { attempts: 10, windowSeconds: 900 };

type AskDeps = Pick<Deps, 'database' | 'settings'>;

/** Lets a person pass who needs no code, or gives a right one, which is used up by it. @throws Problem otherwise. */
export async function askCode({ database, settings }: AskDeps, { userId, actor, code }: SignIn): Promise<void> {
  const { email, sealed, enabledAt } = await findTwoStep(database.owner, userId);
  if (!enabledAt || !sealed) return;
  if (!code) throw new Problem('code_required', 'Enter the code from your authenticator app.');
  const plain = code.replace(/[\s-]/g, '').toLowerCase();
  await limitCodes(database, userId, () =>
    database.owner.transaction().execute(async (tx) => {
      if (/^\d{6}$/.test(plain)) return useAppCode(tx, settings, userId, sealed, plain);
      if (!(await takeCode(tx, userId, plain))) {
        throw fieldProblem('invalid_code', 'code', 'This code is not right, or was used already.');
      }
      await recordActivity(tx, actor, {
        action: 'two-step.recovery-code-used',
        object: { type: 'person', id: userId, name: actor.name },
      });
      const left = await countCodes(tx, userId);
      await queueMail(tx, settings, {
        customerId: actor.customerId,
        userId,
        to: email,
        template: 'recovery-code-used',
        values: { name: actor.name, left, when: new Date(), address: actor.address ?? '' },
      });
    }),
  );
}

/** Counts an attempt at a code before it is looked at, and gives it back when it was right. */
export async function limitCodes<T>(
  { ownerPool }: Deps['database'],
  userId: number,
  attempt: () => Promise<T>,
): Promise<T> {
  const subject = `code user ${userId}`;
  await takeAttempts(ownerPool, [{ subject, limit: wrongCodes }]);
  const done = await attempt();
  await giveBackAttempts(ownerPool, [subject]);
  return done;
}

/** Uses an app's code up: neither it nor one before it opens anything again, and of two that race one wins. */
export async function useAppCode(
  db: Kysely<DB>,
  settings: Settings,
  userId: number,
  sealed: Buffer,
  code: string,
): Promise<void> {
  const secret = unsealSecret(settings, userId, sealed);
  if (!secret) {
    const words = 'The codes of your app no longer work here. Use a recovery code, or ask us for help.';
    throw fieldProblem('invalid_code', 'code', words);
  }
  const step = stepOf(secret, code.replace(/\s/g, ''));
  if (step === null) {
    throw fieldProblem('invalid_code', 'code', 'This code is not right. Enter the one that your app shows now.');
  }
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_secret', '=', sealed)
    .where(sql<boolean>`coalesce(totp_last_step, 0) < ${step}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw fieldProblem('invalid_code', 'code', 'This code was used already. Wait for the next one.');
  }
}
