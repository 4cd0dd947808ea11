import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceUser } from './service-user.ts';
import { SettingsProblem } from './settings.ts';

/**
 * Put into the data folder while it is still empty. Everything beneath a folder with this mark came from Headwater,
 * so root may give all of it to the service user.
 */
export const markName = '.headwater';
const markText = 'Headwater keeps its data in this folder.\n';

/** Makes the data folder where there is none, and gives it to the service user; null when there is no such user. */
export function ownDataFolder(folder: string, user: ServiceUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user && statSync(folder).uid === user.uid) return;
  const mark = join(folder, markName);
  if (listContents(folder).length === 0) writeFileSync(mark, markText);
  if (!user) return;
  if (!existsSync(mark)) throw new SettingsProblem(refusal(folder, user));
  const own = (path: string) => {
    const entry = lstatSync(path);
    if (entry.isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
    lchownSync(path, user.uid, user.gid);
  };
  for (const name of listContents(folder)) own(join(folder, name));
  // Last, so that a change of hands cut short is taken up again.
  chownSync(folder, user.uid, user.gid);
}

/** A disk of its own is empty with this in it. */
export const listContents = (folder: string) => readdirSync(folder).filter((name) => name !== 'lost+found');

const refusal = (folder: string, { name }: ServiceUser) =>
  `HEADWATER_DATA is ${folder}, which holds files that may not be Headwater's. Started as root, Headwater would give ` +
  `all of them to the user "${name}". Choose a new or empty folder, such as HEADWATER_DATA=${join(folder, 'headwater')}. ` +
  `If everything in it is Headwater's, run as root: chown -R ${name}: ${folder}`;
