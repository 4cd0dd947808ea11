import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FeatureName, featureFiles, nameFeature } from './feature-files.ts';

/** Lays the files of a new feature in every room, and joins it where rooms list their features. */
export function layFeature(root: string, folder: string): string[] {
  const name = nameFeature(folder);
  const files = featureFiles(name, nextMigration(root, folder));
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`There is already: ${taken.join(', ')}`);
  // Joined first: should a list have changed its shape, nothing has been laid yet.
  const joined = joinFeature(root, name);
  for (const [path, text] of [...Object.entries(files), ...joined]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...Object.keys(files), ...joined.keys()];
}

function nextMigration(root: string, folder: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) => Number(file.split('-')[3]));
  const next = Math.max(0, ...numbers.filter(Number.isFinite)) + 1;
  return `${new Date().toISOString().slice(0, 10)}-${String(next).padStart(4, '0')}-${folder}.sql`;
}

function joinFeature(root: string, { folder, singular, Plural }: FeatureName): Map<string, string> {
  const edits: [string, [RegExp, string][]][] = [
    [
      'contract/src/index.ts',
      [
        [/^import /m, `import { ${singular}Routes } from './${folder}/routes.ts';\nimport `],
        [/(export const contract = \{[^}]*?),?(\s*\};)/, `$1, ...${singular}Routes$2`],
      ],
    ],
    [
      'contract/src/lib/permissions.ts',
      [[/(export const permissions = \[[^\]]*?),?(\s*\] as const)/, `$1, '${folder}.view'$2`]],
    ],
    [
      'server/src/access.test.ts',
      [[/(const samples: Record<Name, Sample> = \{[\s\S]*?)(\n\};)/, `$1\n  list${Plural}: {},$2`]],
    ],
    [
      'server/src/app.ts',
      [
        [
          /^import \{ (?=[^;]*features\/)/m,
          `import { serve${Plural} } from './features/${folder}/index.ts';\nimport { `,
        ],
        [/(const features = \[[^\]]*?),?(\s*\];)/, `$1, serve${Plural}$2`],
      ],
    ],
  ];
  return new Map(
    edits.map(([path, changes]) => [
      path,
      changes.reduce(
        (text, [place, replacement]) => {
          if (!place.test(text)) throw new Error(`${path} has another shape than this command knows (scripts/new.ts)`);
          return text.replace(place, replacement);
        },
        readFileSync(join(root, path), 'utf8'),
      ),
    ]),
  );
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
