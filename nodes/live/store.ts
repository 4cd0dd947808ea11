import { DatabaseSync } from 'node:sqlite';

/** What this node must not forget over a kill -9: what streams do, which encoders run, what is recorded, what is unsaid. */
export function openStore(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  // A commit reaches the disk with the next checkpoint: a power cut may cost the last ones, a killed program none.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  return db;
}

/** Values by id, each written as a whole. */
export class Shelf<T> {
  readonly #db: DatabaseSync;
  readonly #table: string;

  constructor(db: DatabaseSync, table: 'documents' | 'streams' | 'runs' | 'recordings') {
    this.#db = db;
    this.#table = table;
    db.exec(`CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`);
  }

  all(): [id: string, value: T][] {
    const rows = this.#db.prepare(`SELECT id, value FROM ${this.#table} ORDER BY id`).all();
    return rows.map(({ id, value }) => [id as string, JSON.parse(value as string) as T]);
  }

  get(id: string): T | null {
    const row = this.#db.prepare(`SELECT value FROM ${this.#table} WHERE id = ?`).get(id);
    return row === undefined ? null : (JSON.parse(row.value as string) as T);
  }

  put(id: string, value: T): void {
    this.#db
      .prepare(`INSERT INTO ${this.#table} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value`)
      .run(id, JSON.stringify(value));
  }

  remove(id: string): void {
    this.#db.prepare(`DELETE FROM ${this.#table} WHERE id = ?`).run(id);
  }
}
