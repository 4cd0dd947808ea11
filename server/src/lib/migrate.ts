import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CommandError } from './command.ts';
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
    await client.query(migrationsTable);
    const applied = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')).rows.map((row) => [
        row.name,
        row.sha256,
      ]),
    );
    const known = readMigrations();
    refuseUnknown('database', applied.keys(), known);
    const done: string[] = [];
    for (const { name, text, sha256 } of known) {
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before) throw new CommandError(edited(name));
      await client.query('begin');
      try {
        await applyOne(client, { name, text, sha256 });
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** The migrations that a backup names, as this program knows them. Refuses one that is newer, or whose text is another. */
export function findMigrations(named: { name: string; sha256: string }[]): Migration[] {
  const known = readMigrations();
  refuseUnknown(
    'backup',
    named.map(({ name }) => name),
    known,
  );
  return named.map(({ name, sha256 }) => {
    const migration = known.find((one) => one.name === name && one.sha256 === sha256);
    if (!migration) throw new CommandError(edited(name));
    return migration;
  });
}

/** Lays exactly these migrations into an empty database, inside the transaction that is open. */
export async function layMigrations(
  client: pg.Client,
  migrations: Migration[],
  appPassword: string | null,
): Promise<void> {
  if (appPassword !== null) await ensureRole(client, appPassword);
  await client.query(migrationsTable);
  for (const migration of migrations) await applyOne(client, migration);
}

export type Migration = { name: string; text: string; sha256: string };

const migrationsTable =
  'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';

const edited = (name: string) => `The migration ${name} was edited after it was applied.`;

function refuseUnknown(holder: 'database' | 'backup', names: Iterable<string>, known: Migration[]): void {
  for (const name of names) {
    if (known.some((migration) => migration.name === name)) continue;
    throw new CommandError(
      `This ${holder} has the migration ${name}, which this version does not know: install a newer version.`,
    );
  }
}

async function applyOne(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: file.slice(0, -4), text, sha256: createHash('sha256').update(text).digest('hex') };
    });
}

/** The role belongs to the server and not to one database, so that no lock of ours keeps two installations apart. */
async function ensureRole(client: pg.Client, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putRole(client, password);
    } catch (error) {
      const raced = /tuple concurrently updated|already exists|duplicate key/.test((error as Error).message);
      if (!raced || attempt === 10) throw error;
      await sleep(20 * attempt);
    }
  }
}

async function putRole(client: pg.Client, password: string): Promise<void> {
  const exists = await client.query('select from pg_roles where rolname = $1', [appRole]);
  // The password is hexadecimal, so it can stand in the statement, which takes no parameters.
  const options = `login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`;
  await client.query(`${exists.rowCount ? 'alter' : 'create'} role ${appRole} ${options}`);
}
