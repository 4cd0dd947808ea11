import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version, versionText } from '@headwater/contract/lib/messages';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '../../..');
const read = (folder: string) => JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'));

test('every package has the version that the product tells', () => {
  const { workspaces } = read('.') as { workspaces: string[] };
  const told = ['.', ...workspaces].map((folder) => `${folder} ${(read(folder) as { version: string }).version}`);
  expect(told).toEqual(['.', ...workspaces].map((folder) => `${folder} ${version}`));
  expect(versionText).toBe(`V${version} (BETA)`);
});
