import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type BackupEnd, type BackupHead, type BackupTable, target } from './backup.ts';
import { type Frame, readFrames, verifyBackupFile } from './backup-file.ts';
import { CommandError } from './command.ts';
import { appRolePassword } from './db.ts';
import { findMigrations, layMigrations } from './migrate.ts';

/**
 * Whether a backup is whole and fits this program, before anything is touched.
 * @param givenSecret the secret that the settings name, if they do.
 */
export async function checkBackup(descriptor: number, givenSecret: string | undefined): Promise<BackupHead> {
  await verifyBackupFile(descriptor);
  for await (const frame of readFrames(descriptor)) {
    const head = parse<BackupHead>(frame);
    findMigrations(head.migrations);
    if (givenSecret === undefined || givenSecret === head.secret) return head;
    throw new CommandError(
      'HEADWATER_SECRET is not the secret in the backup, which its data needs. Unset it, or set it to the one of the backup.',
    );
  }
  throw new CommandError('The backup is empty.');
}

/** Fills an empty database from a checked backup. In one transaction: a restore that fails has changed nothing. */
export async function loadBackup(
  descriptor: number,
  { databaseUrl, databaseAppUrl }: { databaseUrl: string; databaseAppUrl: string | null },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await refuseUsed(client);
    let load: TableLoad | undefined;
    const loaded: BackupEnd['rows'] = {};
    for await (const frame of readFrames(descriptor)) {
      if (frame.kind === 'rows') {
        await load?.write(frame.content);
        continue;
      }
      if (load) loaded[load.table.name] = await load.end();
      load = undefined;
      if (frame.kind === 'head') await layTables(client, parse<BackupHead>(frame), databaseAppUrl === null);
      if (frame.kind === 'table') load = new TableLoad(client, parse<BackupTable>(frame));
      if (frame.kind === 'end') await finish(client, parse<BackupEnd>(frame), loaded);
    }
  } finally {
    // Without a commit before, this undoes everything.
    await client.end();
  }
}

/** Nodes may have gone further than a restored database: they take the full picture then, and forget their cache. */
export async function renewFeeds(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`update feeds set epoch = replace(gen_random_uuid()::text, '-', '')`);
}

const parse = <T>({ content }: Frame) => JSON.parse(content.toString()) as T;

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace in (select oid from pg_namespace where nspname in ('public', 'jobs')) and relkind in ('r', 'p', 'v', 'm', 'S')
     order by 1 limit 1`,
  );
  if (rows[0])
    throw new CommandError(`The database is not empty: it has “${rows[0].name}”. Restore into an empty one.`);
}

async function layTables(client: pg.Client, { migrations, secret }: BackupHead, withRole: boolean): Promise<void> {
  await layMigrations(client, findMigrations(migrations), withRole ? appRolePassword(secret) : null);
  // Migrations write rows too; the backup has them, as they had become.
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
}

/** The rows of one table on their way in. */
class TableLoad {
  readonly table: BackupTable;
  readonly #rows: CopyStreamQuery;
  readonly #finished: Promise<void>;

  constructor(client: pg.Client, table: BackupTable) {
    this.table = table;
    this.#rows = client.query(copyFrom(`copy ${target(table)} from stdin`));
    this.#finished = finished(this.#rows);
    this.#finished.catch(() => {});
  }

  async write(rows: Buffer): Promise<void> {
    if (!this.#rows.write(rows)) await Promise.race([once(this.#rows, 'drain'), this.#finished]);
  }

  /** @returns how many rows went in. */
  async end(): Promise<number> {
    this.#rows.end();
    await this.#finished;
    return this.#rows.rowCount;
  }
}

async function finish(client: pg.Client, { rows, sequences }: BackupEnd, loaded: BackupEnd['rows']): Promise<void> {
  for (const [name, count] of Object.entries(rows)) {
    if (loaded[name] === count) continue;
    throw new CommandError(`“${name}” has ${loaded[name] ?? 'no'} rows where the backup counted ${count}.`);
  }
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value]);
  }
  await renewFeeds(client);
  await client.query('commit');
}
