import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What this node must not forget over a kill -9: what streams do, which encoders run, what is recorded, what is unsaid. */
export function openStore(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  // A commit reaches the disk with the next checkpoint: a power cut may cost the last ones, a killed program none.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  return db;
}

/** Values by id, each written as a whole. */
export class Shelf<T> {
  readonly #all: StatementSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync, table: 'documents' | 'streams' | 'runs' | 'recordings') {
    db.exec(`CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`);
    this.#all = db.prepare(`SELECT id, value FROM ${table} ORDER BY id`);
    this.#get = db.prepare(`SELECT value FROM ${table} WHERE id = ?`);
    this.#put = db.prepare(`INSERT INTO ${table} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value`);
    this.#remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  }

  all(): [id: string, value: T][] {
    return this.#all.all().map(({ id, value }) => [id as string, JSON.parse(value as string) as T]);
  }

  get(id: string): T | null {
    const row = this.#get.get(id);
    return row === undefined ? null : (JSON.parse(row.value as string) as T);
  }

  put(id: string, value: T): void {
    this.#put.run(id, JSON.stringify(value));
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}
