import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBorders } from './borders.ts';
import { nameFeature } from './feature-files.ts';
import { layFeature } from './new.ts';

const project = join(import.meta.dirname, '..');
const rooms = ['contract', 'engines', 'server', 'panel'];
let root: string;
let files: string[];

// A copy of the project with packages of its own: those of other makers are linked, the rooms are the copied ones.
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'headwater-new-'));
  const own = (path: string) => !/\/(node_modules|dist|dist\.draft-\d+|\.tsbuild)$/.test(path);
  for (const room of rooms) cpSync(join(project, room), join(root, room), { recursive: true, filter: own });
  for (const file of ['package.json', 'tsconfig.base.json', 'biome.json', '.gitignore', '.oxlintrc.json']) {
    cpSync(join(project, file), join(root, file));
  }
  mkdirSync(join(root, 'node_modules/@headwater'), { recursive: true });
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (name !== '@headwater') symlinkSync(join(project, 'node_modules', name), join(root, 'node_modules', name));
  }
  for (const room of rooms) symlinkSync(join(root, room), join(root, 'node_modules/@headwater', room));
  files = layFeature(root, 'edge-scripts');
  run('biome', 'check', '--write', ...files.filter((path) => !path.endsWith('.sql')));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a program complains about; nothing when it is content. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(join(project, 'node_modules/.bin', program), args, {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

test('a new feature has the same name in every room, and is joined', () => {
  for (const path of [
    'contract/src/edge-scripts/routes.ts',
    'contract/src/edge-scripts/schema.ts',
    'server/src/features/edge-scripts/index.ts',
    'server/src/features/edge-scripts/edge-scripts.test.ts',
    'server/src/testing/samples/edge-scripts.ts',
    'panel/src/features/edge-scripts/EdgeScriptsScreen.tsx',
    'panel/src/features/edge-scripts/screens.ts',
    'panel/src/features/edge-scripts/menu.tsx',
  ]) {
    expect(files).toContain(path);
  }
  expect(readFileSync(join(root, 'contract/src/lib/permissions.ts'), 'utf8')).toContain("'edge-scripts.view'");
});

test('the laid feature passes the checks: types, lint, format, borders', () => {
  for (const room of ['server', 'panel']) expect(run('tsc', '-b', room)).toBe('');
  const laid = files.filter((path) => !path.endsWith('.sql'));
  expect(run('biome', 'check', '--error-on-warnings', ...laid)).toBe('');
  expect(run('oxlint', '--type-aware', '--deny-warnings', ...laid)).toBe('');
  expect(checkBorders(root).problems).toEqual([]);
});

test('a feature that is there is not laid over', () => {
  expect(() => layFeature(root, 'edge-scripts')).toThrow('There is already: contract/src/edge-scripts/schema.ts');
});

test.each(['Videos', 'video', '../videos', 'a--bs', ''])('%j is no name for a feature', (name) => {
  expect(() => nameFeature(name)).toThrow('cannot name a feature');
});

test('names take the form that each place wants', () => {
  expect(nameFeature('edge-policies')).toEqual({
    folder: 'edge-policies',
    plural: 'edgePolicies',
    singular: 'edgePolicy',
    Plural: 'EdgePolicies',
    Singular: 'EdgePolicy',
    table: 'edge_policies',
    words: 'edge policies',
    title: 'Edge policies',
  });
});
