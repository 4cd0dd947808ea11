import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers lie where an ordinary user's PATH does not look. */
const usualFolders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** The path of a program that is installed. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...usualFolders]
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
