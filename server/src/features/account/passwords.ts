import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id (2024): 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), options);

let nobody: Promise<string> | undefined;

/**
 * Whether the password is right. Without a stored hash (no such account) the same work is done, so that the time taken
 * does not tell whether the account exists.
 */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const right = await verify(storedHash ?? (await nobody), password.normalize('NFKC'));
  return right && storedHash !== undefined;
}
