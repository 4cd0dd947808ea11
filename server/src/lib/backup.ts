import { version } from '@headwater/contract/lib/messages';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Frame, writeBackupFile } from './backup-file.ts';
import { CommandError } from './command.ts';
import type { Settings } from './settings.ts';

/** What stands at the start of a backup: what is needed to judge it, and to lay the database that its rows fit. */
export type BackupHead = {
  version: string;
  createdAt: string;
  migrations: { name: string; sha256: string }[];
  secret: string;
};

/** Before the rows of each table, which follow in the text format of COPY. */
export type BackupTable = { name: string; columns: string[] };

export type BackupEnd = { rows: Record<string, number>; sequences: Record<string, number> };

/** What opens doors for a while. A backup has none of it: restored, it would open again what was closed since. */
export const passingKeys = ['sessions', 'one_time_keys', 'download_tickets'];

// What is so at the moment only: restored, a worker that beat long ago would look as if it had stopped.
const leftOut = [...passingKeys, 'role_heartbeats'];

/**
 * Writes the control plane's database and secret to one file, as they are at one moment, while everything goes on.
 * Only the schema `public`: jobs are work under way, and are made anew.
 */
export async function writeBackup(
  { databaseUrl, secret }: Pick<Settings, 'databaseUrl' | 'secret'>,
  path: string,
  signal: AbortSignal,
): Promise<BackupEnd> {
  // A connection of its own: those of the pool give up after 30 seconds.
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    // Rows that row security hides would be missing without a word; like this they are an error.
    await client.query('begin isolation level repeatable read read only; set local row_security = off');
    const end: BackupEnd = { rows: {}, sequences: {} };
    await writeBackupFile(path, readDatabase(client, secret, end), signal);
    return end;
  } finally {
    await client.end();
  }
}

async function* readDatabase(client: pg.Client, secret: string, end: BackupEnd): AsyncGenerator<Frame> {
  const { rows: migrations } = await client.query<BackupHead['migrations'][number]>(
    'select name, sha256 from migrations order by name',
  );
  yield frame('head', { version, createdAt: new Date().toISOString(), migrations, secret } satisfies BackupHead);
  const copied: { name: string; rowCount: () => number }[] = [];
  for (const table of await listTables(client)) {
    yield frame('table', table satisfies BackupTable);
    const rows = client.query(copyTo(`copy ${target(table)} to stdout`));
    for await (const content of rows as AsyncIterable<Buffer>) yield { kind: 'rows', content };
    copied.push({ name: table.name, rowCount: () => rows.rowCount });
  }
  // After the rows: sequences know no transactions, and must not be behind any row.
  const { rows: sequences } = await client.query<{ name: string; value: number }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, value } of sequences) end.sequences[name] = value;
  // Known by now: how many rows there were is told after the last of them.
  for (const { name, rowCount } of copied) end.rows[name] = rowCount();
  yield frame('end', end);
}

const frame = (kind: Frame['kind'], content: object): Frame => ({
  kind,
  content: Buffer.from(JSON.stringify(content)),
});

/** A table and its columns, as COPY names them. */
export const target = ({ name, columns }: BackupTable) =>
  `public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** Every table that is to be kept, after those that it refers to. Unlogged ones hold nothing that anybody would miss. */
async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refers_to: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relpersistence = 'p' and c.relname <> all($1) order by c.relname`,
    [leftOut],
  );
  const tables = new Map(rows.map((row) => [row.name, row]));
  const placed = new Set<string>();
  const place = (name: string, waiting: string[]) => {
    if (placed.has(name)) return;
    if (waiting.includes(name))
      throw new CommandError(`Tables refer to each other in a circle: ${waiting.join(', ')}.`);
    for (const other of tables.get(name)!.refers_to) place(other, [...waiting, name]);
    placed.add(name);
  };
  for (const { name } of rows) place(name, []);
  return [...placed].map((name) => ({ name, columns: tables.get(name)!.columns }));
}
