import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../find-program.ts';

export type FoundNginx = { ok: true; binary: string; modules: string } | { ok: false; reason: string; remedy: string };

const moduleFolders = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'];

/** Looks for nginx and the modules that an engine needs; says what is missing and the one line that brings it. */
export function findNginx(needed: readonly string[], packages: readonly string[]): FoundNginx {
  const remedy = `apt-get install -y ${packages.join(' ')}`;
  const binary = findProgram('nginx');
  if (!binary) return { ok: false, reason: 'nginx is not installed', remedy };
  const missingIn = (folder: string) => needed.filter((name) => !existsSync(join(folder, name)));
  const candidates = [modulesPathOf(binary), ...moduleFolders]
    .filter((folder) => folder !== undefined)
    .map((folder) => ({ folder, missing: missingIn(folder) }))
    .sort((one, other) => one.missing.length - other.missing.length);
  const [best] = candidates;
  if (!best || best.missing.length > 0)
    return { ok: false, reason: `nginx lacks ${(best?.missing ?? needed).join(' and ')}`, remedy };
  return { ok: true, binary, modules: best.folder };
}

/** The folder nginx was built to load modules from. */
function modulesPathOf(binary: string): string | undefined {
  try {
    // nginx writes its build options to stderr.
    const said = execFileSync(binary, ['-V'], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    return /--modules-path=(\S+)/.exec(said)?.[1];
  } catch {
    return undefined;
  }
}
