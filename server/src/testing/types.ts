import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const room = join(import.meta.dirname, '../..');
const generator = join(room, '../node_modules/.bin/kysely-codegen');

/**
 * Writes src/lib/schema.gen.ts from a migrated database, or with `verify` only compares.
 * @throws when they differ.
 */
export async function generateTypes(databaseUrl: string, { verify }: { verify: boolean }): Promise<void> {
  const args = ['--url', databaseUrl, '--dialect', 'postgres', '--out-file', 'src/lib/schema.gen.ts'];
  const mapping = ['--type-mapping', JSON.stringify({ int8: 'number' }), '--exclude-pattern', 'jobs.*'];
  await promisify(execFile)(generator, [...args, ...mapping, ...(verify ? ['--verify'] : [])], { cwd: room });
}
