import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What seals the installation's own secrets: given, or made on the first start and kept for good. */
export function obtainSecret(dataFolder: string, given: string | undefined): string {
  if (given) return given;
  const file = join(dataFolder, 'secret');
  try {
    // `wx` fails where there is one already: a secret must never be replaced.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** For one program to read; returns the path. */
export function writeSecretFile(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}
