import { existsSync } from 'node:fs';
import { SettingsProblem } from './settings.ts';

/** Where the program is that changes users and sets death signals; replacing a process needs its whole path. */
export function findSetpriv(): string {
  for (const path of ['/usr/bin/setpriv', '/bin/setpriv']) if (existsSync(path)) return path;
  throw new SettingsProblem('The program setpriv is missing. It is part of util-linux: apt-get install util-linux');
}
