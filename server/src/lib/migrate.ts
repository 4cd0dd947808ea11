import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { appRole, appRolePassword } from './db.ts';
import type { Settings } from './settings.ts';

const folder = join(import.meta.dirname, '../../migrations');

/**
 * Brings the database to this version: makes or updates the request role, then applies the migrations that are missing,
 * in the order of their names, each in a transaction of its own. Refuses a database that is newer than this program
 * or whose applied migrations were edited since.
 * @returns the names applied now.
 */
export async function migrate(
  settings: Pick<Settings, 'databaseUrl' | 'databaseAppUrl' | 'secret'>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  try {
    // Several processes may start at once; the lock dies with the connection.
    await client.query(`select pg_advisory_lock(hashtext('headwater migrations'))`);
    if (!settings.databaseAppUrl) await ensureRole(client, appRolePassword(settings.secret));
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')).rows.map((row) => [
        row.name,
        row.sha256,
      ]),
    );
    const known = readMigrations();
    for (const name of applied.keys()) {
      if (!known.some((migration) => migration.name === name)) {
        throw new Error(
          `This database has the migration ${name}, which this version does not know: install a newer version.`,
        );
      }
    }
    const done: string[] = [];
    for (const { name, text, sha256 } of known) {
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before) throw new Error(`The migration ${name} was edited after it was applied.`);
      await applyOne(client, name, text, sha256);
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

async function applyOne(client: pg.Client, name: string, text: string, sha256: string) {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

function readMigrations() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: file.slice(0, -4), text, sha256: createHash('sha256').update(text).digest('hex') };
    });
}

async function ensureRole(client: pg.Client, password: string) {
  const exists = await client.query('select from pg_roles where rolname = $1', [appRole]);
  // The password is hexadecimal, so it can stand in the statement, which takes no parameters.
  const options = `login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`;
  await client.query(`${exists.rowCount ? 'alter' : 'create'} role ${appRole} ${options}`);
}
