import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectFolder } from './settings.ts';
import { inWords, say, warn } from './terminal.ts';

const panelFolder = join(projectFolder, 'panel');
const dist = join(panelFolder, 'dist');
const stampFile = join(dist, '.built.json');
type Stamp = { sources: string; files: string[]; previous: string[] };

/** Builds the panel when its sources changed. The panel that is there goes on being served meanwhile. */
export function buildPanel(): void {
  if (process.env.HEADWATER_BUILD_PANEL === '0' || !existsSync(join(panelFolder, 'index.html'))) return;
  const sources = hashSources();
  const last = readStamp();
  if (last?.sources === sources && existsSync(join(dist, 'index.html'))) return;
  say('Building the panel …');
  const startedAtMs = performance.now();
  const draft = join(panelFolder, `dist.draft-${process.pid}`);
  try {
    const vite = join(
      dirname(createRequire(join(panelFolder, 'package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    );
    const built = spawnSync(
      process.execPath,
      [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: panelFolder,
        env: {
          ...process.env,
          HEADWATER_PANEL_OUT: draft,
          NODE_ENV: 'production',
          ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    if (built.status !== 0) throw new Error('its build failed, see above');
    publish(draft, { sources, files: listFiles(draft), previous: last?.files ?? [] });
    say(`The panel is built (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s)`);
  } catch (error) {
    warn(
      `The panel could not be built: ${inWords(error)}. ${last ? 'The earlier one is served.' : 'Only the API is served.'}`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function hashSources(): string {
  const patterns = ['panel/**/*', 'contract/**/*'];
  const files = globSync(patterns, {
    cwd: projectFolder,
    exclude: ['**/node_modules/**', 'panel/dist/**', 'panel/dist.draft-*/**'],
  })
    .filter((path) => statSync(join(projectFolder, path)).isFile())
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort();
  const hash = createHash('sha256').update(readFileSync(join(projectFolder, 'package-lock.json')));
  for (const path of files) hash.update(`\0${path}\0`).update(readFileSync(join(projectFolder, path)));
  return hash.digest('hex');
}

/**
 * Built files carry a hash in their name, so new ones never replace what an open page still asks for; pages change
 * over last, each by one rename. What neither this build nor the one before needs is removed.
 */
function publish(draft: string, stamp: Stamp): void {
  mkdirSync(dist, { recursive: true });
  const isPage = (path: string) => path.endsWith('.html');
  for (const path of [...stamp.files].sort((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
    const target = join(dist, path);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(draft, path), target);
  }
  writeFileSync(stampFile, JSON.stringify(stamp));
  const kept = new Set([...stamp.files, ...stamp.previous, '.built.json']);
  for (const path of listFiles(dist)) if (!kept.has(path)) rmSync(join(dist, path));
}

function listFiles(folder: string): string[] {
  return globSync(['**/*', '**/.*'], { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
}

function readStamp(): Stamp | null {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
  } catch {
    return null;
  }
}
