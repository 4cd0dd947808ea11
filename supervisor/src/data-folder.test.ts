import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markName, ownDataFolder } from './data-folder.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('Skipped: only root can give a folder to another user.');
const user = { name: 'headwater', uid: 64_321, gid: 64_321 };

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'headwater-folder-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

const ownerOf = (...path: string[]) => statSync(join(folder, ...path)).uid;

describe.skipIf(!isRoot)('started as root', () => {
  test('a folder that is not there is made for the service user alone', () => {
    ownDataFolder(folder, user);
    expect(ownerOf()).toBe(user.uid);
    expect(ownerOf(markName)).toBe(user.uid);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('an empty folder is taken, also that of an empty disk', () => {
    mkdirSync(join(folder, 'lost+found'), { recursive: true });
    ownDataFolder(folder, user);
    expect(ownerOf()).toBe(user.uid);
    expect(ownerOf('lost+found')).toBe(0);
  });

  test("anyone else's files are refused in words, and stay whose they are", () => {
    mkdirSync(join(folder, 'www'), { recursive: true });
    // Names that Headwater uses itself prove nothing.
    mkdirSync(join(folder, 'postgres'));
    mkdirSync(join(folder, 'run'));
    writeFileSync(join(folder, 'secret'), '');
    expect(() => ownDataFolder(folder, user)).toThrow(
      `HEADWATER_DATA is ${folder}, which holds files that may not be Headwater's.`,
    );
    expect(() => ownDataFolder(folder, user)).toThrow(`chown -R headwater: ${folder}`);
    for (const name of ['', 'www', 'postgres', 'run', 'secret']) expect(ownerOf(name), name).toBe(0);
    expect(existsSync(join(folder, markName))).toBe(false);
  });

  test('what an ordinary user began goes over whole, and no further than its links', () => {
    ownDataFolder(folder, null);
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(parent, 'elsewhere'), '');
    symlinkSync(join(parent, 'elsewhere'), join(folder, 'link'));
    ownDataFolder(folder, user);
    expect([ownerOf(), ownerOf('postgres')]).toEqual([user.uid, user.uid]);
    expect(statSync(join(parent, 'elsewhere')).uid).toBe(0);
  });

  test("what already is the service user's is used as it is", () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'restored'), '');
    chownSync(folder, user.uid, user.gid);
    ownDataFolder(folder, user);
    expect(ownerOf('restored')).toBe(0);
  });
});

test('an ordinary user may use a folder with other things in it; it gets no mark', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes'), '');
  ownDataFolder(folder, null);
  expect(existsSync(join(folder, markName))).toBe(false);
});
