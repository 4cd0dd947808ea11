import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { featureFiles, nameFeature } from './feature-files.ts';

/** Lays the files of a new feature in every room, where they are found by their places, and names its permission. */
export function layFeature(root: string, folder: string): string[] {
  const name = nameFeature(folder);
  const files = featureFiles(name, nextMigration(root, folder));
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`There is already: ${taken.join(', ')}`);
  // Read first: should the set have changed its shape, nothing has been laid yet.
  const all = { ...files, [permissionsFile]: addPermission(root, folder) };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(all);
}

function nextMigration(root: string, folder: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) => Number(file.split('-')[3]));
  const next = Math.max(0, ...numbers.filter(Number.isFinite)) + 1;
  return `${new Date().toISOString().slice(0, 10)}-${String(next).padStart(4, '0')}-${folder}.sql`;
}

const permissionsFile = 'contract/src/lib/permissions.ts';

/** The product's set of permissions with the one that the feature begins with. */
function addPermission(root: string, folder: string): string {
  const place = /(export const permissions = \[[^\]]*?),?(\s*\] as const)/;
  const text = readFileSync(join(root, permissionsFile), 'utf8');
  if (!place.test(text))
    throw new Error(`${permissionsFile} has another shape than this command knows (scripts/new.ts)`);
  return text.replace(place, `$1, '${folder}.view'$2`);
}

if (import.meta.main) {
  const [what, folder = ''] = process.argv.slice(2);
  const root = join(import.meta.dirname, '..');
  try {
    if (what !== 'feature') throw new Error('Usage: npm run new feature NAME');
    const files = layFeature(root, folder);
    const formatter = join(root, 'node_modules/.bin/biome');
    const args = ['check', '--write', ...files.filter((path) => !path.endsWith('.sql'))];
    execFileSync(formatter, args, { cwd: root, stdio: 'ignore' });
    console.log(files.map((path) => `  ${path}`).join('\n'));
    console.log('Next: the migration; then `node server/src/testing/write-types.ts`; then what its screen says.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
