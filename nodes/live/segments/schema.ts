import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * What counts for ever (`next_…`) outlives the rows that it counted. A moment has its row when all rungs of its part have
 * their segment; what is ahead of the moments is not listed yet.
 */
const schema = `
create table if not exists streams (
  stream text primary key,
  next_part integer not null default 1,
  next_number integer not null default 0,
  next_discontinuity integer not null default 0,
  last_end_ms real not null default 0,
  first_part integer not null default 1
) strict, without rowid;
create table if not exists sessions (
  session text primary key,
  stream text not null,
  first_part integer not null,
  is_ended integer not null default 0
) strict, without rowid;
create table if not exists parts (
  stream text not null,
  part integer not null,
  session text not null,
  started_at_ms real not null,
  shift_ms real not null,
  target_seconds integer not null,
  first_number integer not null,
  rungs text not null,
  primary key (stream, part)
) strict, without rowid;
create table if not exists segments (
  stream text not null,
  part integer not null,
  rung integer not null,
  number integer not null,
  started_at_ms real not null,
  duration_seconds real not null,
  size_bytes integer not null,
  file text not null,
  key_frames integer not null,
  primary key (stream, part, number, rung)
) strict, without rowid;
create table if not exists moments (
  stream text not null,
  part integer not null,
  number integer not null,
  discontinuity integer not null,
  window_first integer not null,
  target_seconds integer not null,
  primary key (stream, part, number)
) strict, without rowid;
`;

export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, 'segments.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  addFirstPart(database);
  return database;
}

/** To indexes that are older than this column: their streams began with 1. */
function addFirstPart(database: DatabaseSync): void {
  const columns = database.prepare(`select name from pragma_table_info('streams')`).all();
  if (columns.some(({ name }) => name === 'first_part')) return;
  database.exec('alter table streams add column first_part integer not null default 1');
}
