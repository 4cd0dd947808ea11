import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';

/**
 * What each part of the project may import, by where the import leads. A linter's patterns see only how an import is
 * written, and `../x.ts` means one thing in a feature's folder and another one below it.
 */
type Part = {
  /** The files of the part; its named group, if any, is what keeps siblings apart. */
  files: RegExp;
  /** Other files of the project it may import; `$name` stands for the part's own name. */
  may: readonly RegExp[];
  builtins: boolean;
  /** Packages it may import; all that its manifest declares unless given. */
  packages?: readonly string[];
};

const contract = /^contract\/src\//;
const engines = /^engines\/[^/]+\/index\.ts$/;
/** Real programs, started and stopped for tests. */
const engineTesting = /^engines\/[^/]+\/testing\/index\.ts$/;
const serverDoors = [contract, /^server\/src\/lib\//, /^server\/src\/features\/[^/]+\/index\.ts$/];
const ownRoom = (room: string) => new RegExp(`^${room}/`);

/** The first part whose files match counts. */
const parts: readonly Part[] = [
  { files: /^contract\//, may: [], builtins: false, packages: ['zod'] },
  { files: /^engines\/(?<name>[^/]+)\//, may: [/^engines\/lib\//], builtins: true },
  // Tests of nodes run real programs: publishers, and sources that are fetched from.
  {
    files: /^nodes\/(.*\/)?(testing\/[^/]+|[^/]+\.test\.ts)$/,
    may: [contract, engines, engineTesting, ownRoom('nodes')],
    builtins: true,
  },
  { files: /^nodes\/(?<name>[^/]+)\//, may: [contract, engines, /^nodes\/lib\//], builtins: true },
  { files: /^server\/src\/features\/(?<name>[^/]+)\//, may: serverDoors, builtins: true },
  { files: /^server\/src\/lib\//, may: [contract], builtins: true },
  // Tests need a real PostgreSQL under the app they test, and real name servers above it.
  { files: /^server\/src\/testing\//, may: [contract, engines, engineTesting, ownRoom('server')], builtins: true },
  { files: /^server\/src\/main\.ts$/, may: [contract, engines, ownRoom('server')], builtins: true },
  // An operator's commands stand beside the feature that they are about, and the API never sees them.
  {
    files: /^server\/src\/cli\.ts$/,
    may: [...serverDoors, /^server\/src\/(features\/[^/]+\/commands|[^/]+)\.ts$/],
    builtins: true,
  },
  { files: /^server\/src\/[^/]+$/, may: [...serverDoors, /^server\/src\/[^/]+$/], builtins: true },
  { files: /^server\//, may: [contract, ownRoom('server')], builtins: true },
  { files: /^panel\/src\/features\/(?<name>[^/]+)\//, may: [contract, /^panel\/src\/(ui|lib)\//], builtins: false },
  { files: /^panel\/src\/ui\//, may: [contract, /^panel\/src\/lib\//], builtins: false },
  { files: /^panel\/src\/lib\//, may: [contract], builtins: false },
  { files: /^panel\/src\//, may: [contract, /^panel\/src\//], builtins: false },
  { files: /^panel\//, may: [contract, ownRoom('panel')], builtins: true },
  { files: /^supervisor\//, may: [engines, ownRoom('supervisor')], builtins: true },
  // Journeys publish to streams, and judge what those play by the linter of those who make it.
  {
    files: /^e2e\//,
    may: [contract, engines, engineTesting, /^nodes\/live\/hls\/lint\/index\.ts$/, ownRoom('e2e')],
    builtins: true,
  },
  { files: /^bench\//, may: [/^(contract|engines|nodes|server|supervisor)\//, ownRoom('bench')], builtins: true },
  { files: /^scripts\//, may: [ownRoom('scripts')], builtins: true, packages: [] },
];

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const testTools = /^(vitest|fast-check)(\/|$)/;

export type Border = { modules: number; imports: number; problems: string[] };

/** Reads every module of the project and names each import that crosses a border. */
export function checkBorders(root: string): Border {
  const patterns = ['contract', 'engines', 'nodes', 'server', 'panel', 'supervisor', 'e2e', 'bench', 'scripts'].map(
    (room) => `${room}/**/*.{ts,tsx,mts,mjs}`,
  );
  const modules = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'] }).sort();
  const problems: string[] = [];
  const featureImports = new Map<string, Set<string>>();
  let imports = 0;
  for (const path of modules) {
    for (const specifier of readSpecifiers(readFileSync(join(root, path), 'utf8'))) {
      imports++;
      const problem = judge(path, specifier);
      if (problem) problems.push(`${path} imports "${specifier}": ${problem}`);
      noteFeature(featureImports, path, specifier);
    }
  }
  // A checker that sees nothing finds nothing wrong: that must never pass for a good result.
  if (modules.length === 0 || imports === 0) problems.push(`Nothing was checked: no modules were found in ${root}`);
  problems.push(...findCycles(featureImports));
  return { modules: modules.length, imports, problems };
}

function judge(path: string, specifier: string): string | null {
  const part = parts.find(({ files }) => files.test(path));
  if (!part) return 'this folder is not in the table of rooms (scripts/borders.ts)';
  const target = locate(path, specifier);
  if (target === null) {
    if (isTest(path) && (testTools.test(specifier) || isBuiltin(specifier))) return null;
    if (isBuiltin(specifier)) return part.builtins ? null : 'this room also runs in the browser';
    const packageName = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    return !part.packages || part.packages.includes(packageName) ? null : 'this room may not use that package';
  }
  if (specifier.startsWith('.') && target.split('/')[0] !== path.split('/')[0]) {
    return 'a relative path leaves the room; import by the name of its package';
  }
  if (ownPart(part, path) === ownPart(part, target)) return null;
  if (isTest(path) && isTest(target) && target.split('/')[0] === path.split('/')[0]) return null;
  return part.may.some((allowed) => allowed.test(target)) ? null : `it may not import ${target}`;
}

/** The part's files as one: by its name where it has siblings. */
function ownPart(part: Part, path: string): string | undefined {
  const match = part.files.exec(path);
  return match ? (match.groups?.name ?? 'whole') : undefined;
}

/** The project's file that an import leads to; null for packages and built-in modules. */
function locate(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const own = /^@headwater\/([^/]+)\/?(.*)$/.exec(specifier);
  if (!own) return null;
  const [, room = '', rest = ''] = own;
  if (room === 'engines') return `engines/${rest}/index.ts`;
  if (room === 'nodes') return `nodes/${rest}.ts`;
  if (room === 'server' && rest.startsWith('features/')) return `server/src/${rest}/index.ts`;
  return `${room}/src/${rest}.ts`;
}

function readSpecifiers(source: string): string[] {
  const text = source.replace(/^\s*(\/\/.*|\/?\*.*)$/gm, '');
  const forms = [
    /^\s*(?:import|export)\b[^'"`;=]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"$]+)['"]/gm,
    /\bimport\(\s*['"]([^'"$]+)['"]/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''));
}

function noteFeature(imports: Map<string, Set<string>>, path: string, specifier: string): void {
  const featureOf = (at: string | null) => /^server\/src\/features\/([^/]+)\//.exec(at ?? '')?.[1];
  const [from, to] = [featureOf(path), featureOf(locate(path, specifier))];
  if (!from || !to || from === to || isTest(path)) return;
  imports.set(from, (imports.get(from) ?? new Set()).add(to));
}

function findCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles = new Set<string>();
  const follow = (feature: string, trail: readonly string[]) => {
    const at = trail.indexOf(feature);
    if (at >= 0) {
      const ring = trail.slice(at);
      // Named from its first member, so that one ring is told once.
      const first = ring.indexOf([...ring].sort()[0] ?? '');
      cycles.add([...ring.slice(first), ...ring.slice(0, first), ring[first]].join(' → '));
      return;
    }
    for (const next of imports.get(feature) ?? []) follow(next, [...trail, feature]);
  };
  for (const feature of imports.keys()) follow(feature, []);
  return [...cycles].map((ring) => `Features of the server import each other in a ring: ${ring}`);
}

if (import.meta.main) {
  const { modules, imports, problems } = checkBorders(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  console.log(`Room borders: ${modules} modules, ${imports} imports, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
