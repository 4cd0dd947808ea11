import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkBorders } from './borders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'headwater-borders-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(path: string, ...specifiers: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), specifiers.map((name, i) => `import { a${i} } from '${name}';\n`).join(''));
}

const refused: [string, string, string][] = [
  ['the contract uses zod alone', 'contract/src/dns/schema.ts', 'yaml'],
  ['the contract runs in the browser', 'contract/src/dns/schema.ts', 'node:fs'],
  ['the contract knows no other room', 'contract/src/dns/schema.ts', '@headwater/server/app'],
  ['an engine knows nothing of ours', 'engines/nginx/lay.ts', '@headwater/contract/zones/schema'],
  ['an engine knows no other engine', 'engines/nginx/lay.ts', '../address/index.ts'],
  ['an engine knows no other engine by name', 'engines/nginx/lay.ts', '@headwater/engines/address'],
  ['a node knows no other node', 'nodes/edge/main.ts', '../live/main.ts'],
  ['a node knows nothing of the server', 'nodes/edge/main.ts', '@headwater/server/lib/db'],
  ['a feature knows no engine', 'server/src/features/zones/routes.ts', '@headwater/engines/nginx'],
  ["a feature passes another's door", 'server/src/features/zones/routes.ts', '../account/store.ts'],
  ['the server lib knows no feature', 'server/src/lib/serve.ts', '../features/zones/index.ts'],
  ["the app passes the features' doors", 'server/src/app.ts', './features/zones/store.ts'],
  ['only main.ts joins engines', 'server/src/app.ts', '@headwater/engines/nginx'],
  ['the server does not render the panel', 'server/src/app.ts', '@headwater/panel/app/App'],
  ['a panel feature knows no sibling', 'panel/src/features/zones/ZonePage.tsx', '../account/Avatar.tsx'],
  ['a panel feature knows nothing of the app', 'panel/src/features/zones/ZonePage.tsx', '../../app/router.tsx'],
  ['the panel runs in the browser', 'panel/src/features/zones/ZonePage.tsx', 'node:path'],
  ['the kit knows no feature', 'panel/src/ui/Table.tsx', '../features/zones/ZonePage.tsx'],
  ['the panel knows nothing of the server', 'panel/src/lib/call.ts', '@headwater/server/lib/problem'],
  ['a relative path stays in its room', 'server/src/lib/serve.ts', '../../../contract/src/lib/route.ts'],
  ['the supervisor starts programs, it imports none', 'supervisor/src/main.ts', '@headwater/server/app'],
  ['scripts stand alone', 'scripts/new.ts', 'zod'],
];

describe('a planted violation is caught:', () => {
  test.each(refused)('%s', (_, path, specifier) => {
    plant(path, specifier);
    const { problems } = checkBorders(root);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`imports "${specifier}"`);
  });

  test('in every form an import can have', () => {
    const path = 'engines/nginx/lay.ts';
    const bad = '@headwater/contract/zones/routes';
    for (const text of [
      `import '${bad}';`,
      `export * from '${bad}';`,
      `import type { A } from '${bad}';`,
      `const a = await import('${bad}');`,
      `import {\n  a,\n  b,\n} from '${bad}';`,
    ]) {
      plant(path);
      writeFileSync(join(root, path), text);
      expect(checkBorders(root).problems, text).toHaveLength(1);
    }
  });

  test('features that import each other in a ring', () => {
    plant('server/src/features/a/index.ts', '../b/index.ts');
    plant('server/src/features/b/index.ts', '../c/index.ts');
    plant('server/src/features/c/index.ts', '../a/index.ts');
    expect(checkBorders(root).problems).toEqual(['Features of the server import each other in a ring: a → b → c → a']);
  });
});

describe('allowed:', () => {
  test.each([
    ['contract/src/dns/schema.ts', ['zod', '../lib/route.ts']],
    ['engines/nginx/lay.ts', ['node:fs', './find.ts', 'pg']],
    ['engines/nginx/lua/build.ts', ['../find.ts']],
    ['nodes/edge/main.ts', ['../lib/log.ts', '@headwater/contract/nodes/routes', '@headwater/engines/nginx']],
    [
      'server/src/features/zones/routes.ts',
      ['../account/index.ts', '../../lib/db.ts', '@headwater/contract/zones/routes'],
    ],
    ['server/src/features/zones/zones.test.ts', ['vitest', '../../testing/app.ts']],
    ['server/src/main.ts', ['@headwater/engines/nginx', './app.ts', './features/zones/index.ts']],
    ['panel/src/features/zones/ZonePage.tsx', ['react', '../../ui/Table.tsx', './ZoneForm.tsx']],
    ['panel/src/app/router.tsx', ['../features/zones/ZonePage.tsx', '../lib/call.ts']],
  ])('%s', (path, specifiers) => {
    plant(path, ...specifiers);
    expect(checkBorders(root).problems).toEqual([]);
  });
});

test('fails when it has read no files', () => {
  expect(checkBorders(root).problems).toEqual([`Nothing was checked: no modules were found in ${root}`]);
});

test('the project itself keeps its borders, and all of it was read', () => {
  const script = join(import.meta.dirname, 'borders.ts');
  const ran = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(ran.status).toBe(0);
  const rooms = ['contract/src', 'server/src', 'supervisor/src', 'scripts'];
  const present = rooms.flatMap((room) =>
    readdirSync(join(import.meta.dirname, '..', room), { recursive: true, encoding: 'utf8' }),
  );
  const modules = present.filter((path) => /\.tsx?$/.test(path));
  expect(Number(/(\d+) modules/.exec(ran.stdout)?.[1])).toBeGreaterThanOrEqual(modules.length);
});
