import argon2 from '@node-rs/argon2';
import { fieldProblem } from '../../lib/problem.ts';

// OWASP's first recommendation for argon2id (2024): 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => argon2.hash(password.normalize('NFKC'), options);

let nobody: Promise<string> | undefined;

/**
 * Whether the password is right. Without a stored hash (no such account, or an invited contact who has not chosen one
 * yet) the same work is done, so that the time taken does not tell whether the account exists.
 */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const right = await argon2.verify(storedHash ?? (await nobody), password.normalize('NFKC'));
  return right && typeof storedHash === 'string';
}

/** The one password that everybody would try first. @throws Problem on the field `password`. */
export function refuseOwnAddress(password: string, email: string): void {
  if (password.trim().toLowerCase() !== email) return;
  throw fieldProblem('invalid_input', 'password', 'Choose a password that is not your e-mail address');
}
