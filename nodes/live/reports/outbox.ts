import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type {
  HealthPoint,
  LiveReport,
  LiveSession,
  LiveState,
  RecordingReport,
  UnderWay,
} from '@headwater/contract/nodes/live-report';

type Kind = 'session' | 'recording' | 'health';
type Batch = { upTo: number; report: LiveReport };

const mostRows = 2000;
/** Of a stream every ten seconds: those of 100 streams for a day. */
const mostHealthPoints = 864_000;

/**
 * What the control plane was not told yet. Of a session or a recording only the newest words are kept. A batch is written
 * down before it is sent, and sent as it was written until it was accepted.
 */
export class Outbox {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`
      CREATE TABLE IF NOT EXISTS unsaid (
        version INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL,
        UNIQUE (kind, id)) STRICT;
      CREATE TABLE IF NOT EXISTS batch (number INTEGER PRIMARY KEY CHECK (number = 1), value TEXT NOT NULL) STRICT`);
  }

  putSession(session: LiveSession): void {
    this.#put('session', session.id, session);
  }

  putRecording(recording: RecordingReport): void {
    this.#put('recording', recording.id, recording);
  }

  putHealth(point: HealthPoint): void {
    this.#put('health', `${point.streamId}/${point.at}`, point);
  }

  get isEmpty(): boolean {
    return this.#db.prepare('SELECT 1 FROM unsaid LIMIT 1').get() === undefined && this.#stored() === null;
  }

  /**
   * The batch to be sent: the one that was begun, else a new one of what is unsaid; null when there is nothing to say.
   * @param underWay is said with a new one that takes all that is unsaid, where it is given: what the control plane was not
   * told of by then counts as lost.
   */
  take(states: () => LiveState[], underWay?: () => UnderWay): LiveReport | null {
    const begun = this.#stored();
    if (begun !== null) return begun.report;
    const rows = this.#db.prepare('SELECT version, kind, doc FROM unsaid ORDER BY version LIMIT ?').all(mostRows);
    const newest = states().slice(0, mostRows);
    if (rows.length === 0 && newest.length === 0 && !underWay) return null;
    const of = <T>(kind: Kind): T[] =>
      rows.flatMap((row) => (row.kind === kind ? [JSON.parse(row.doc as string) as T] : []));
    const report: LiveReport = {
      batchId: randomUUID(),
      sessions: of('session'),
      states: newest,
      health: of('health'),
      recordings: of('recording'),
      ...(rows.length < mostRows && underWay && { underWay: underWay() }),
    };
    const batch: Batch = { upTo: (rows.at(-1)?.version as number | undefined) ?? 0, report };
    // States alone are worth nothing once they are old.
    if (rows.length > 0) this.#db.prepare('INSERT INTO batch VALUES (1, ?)').run(JSON.stringify(batch));
    return report;
  }

  /** The batch that was begun was accepted, or will never be. */
  settle(): void {
    const batch = this.#stored();
    if (batch === null) return;
    this.#db.exec('BEGIN');
    this.#db.prepare('DELETE FROM unsaid WHERE version <= ?').run(batch.upTo);
    this.#db.exec('DELETE FROM batch; COMMIT');
  }

  /** After a long time without the control plane: charts lose their oldest points. */
  prune(): void {
    this.#db
      .prepare(
        `DELETE FROM unsaid WHERE kind = 'health' AND version <=
          (SELECT version FROM unsaid WHERE kind = 'health' ORDER BY version DESC LIMIT 1 OFFSET ?)`,
      )
      .run(mostHealthPoints);
  }

  #put(kind: Kind, id: string, doc: unknown): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO unsaid (kind, id, doc) VALUES (?, ?, ?)')
      .run(kind, id, JSON.stringify(doc));
  }

  #stored(): Batch | null {
    const row = this.#db.prepare('SELECT value FROM batch').get();
    return row === undefined ? null : (JSON.parse(row.value as string) as Batch);
  }
}
