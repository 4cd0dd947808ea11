import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openDatabase } from './schema.ts';
import type { Counters, PartTimeline, StreamTimeline } from './timeline.ts';
import type { Moment, Segment } from './types.ts';

type Row = Record<string, string | number>;

/** The index on disk: what is committed here survives a kill in any place. */
export class Records {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string) {
    this.#database = openDatabase(folder);
  }

  /** All of it or nothing. */
  commit(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  /**
   * As `commit`, and a power cut does not undo it: addresses of segments hold the number of their part, caches keep them
   * for a year, so no part's number may ever be given twice.
   */
  commitForGood(work: () => void): void {
    this.#database.exec('pragma synchronous = full');
    try {
      this.commit(work);
    } finally {
      this.#database.exec('pragma synchronous = normal');
    }
  }

  read(table: 'streams' | 'sessions' | 'parts' | 'segments' | 'moments', order: string): Row[] {
    return this.#prepare(`select * from ${table} order by ${order}`).all() as Row[];
  }

  saveCounters(streamId: string, counters: Counters): void {
    const { firstPart, nextPart, nextNumber, nextDiscontinuity, lastEndMs } = counters;
    this.#run('insert or replace into streams values (?, ?, ?, ?, ?, ?)', [
      streamId,
      nextPart,
      nextNumber,
      nextDiscontinuity,
      lastEndMs,
      firstPart,
    ]);
  }

  saveSession(streamId: string, sessionId: string, firstPart: number): void {
    this.#run('insert into sessions values (?, ?, ?, 0)', [sessionId, streamId, firstPart]);
  }

  endSession(sessionId: string): void {
    this.#run('update sessions set is_ended = 1 where session = ?', [sessionId]);
  }

  savePart(streamId: string, { part, shiftMs }: PartTimeline): void {
    this.#run('insert or replace into parts values (?, ?, ?, ?, ?, ?, ?, ?)', [
      streamId,
      part.part,
      part.sessionId,
      part.startedAtMs,
      shiftMs,
      part.targetSeconds,
      part.firstNumber,
      JSON.stringify(part.rungs),
    ]);
  }

  saveSegment(streamId: string, part: number, rung: number, number: number, segment: Segment): void {
    this.#run('insert into segments values (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      streamId,
      part,
      rung,
      number,
      segment.startedAtMs,
      segment.durationSeconds,
      segment.sizeBytes,
      segment.file,
      segment.keyFrames,
    ]);
  }

  saveMoment(streamId: string, moment: Moment): void {
    this.#run('insert into moments values (?, ?, ?, ?, ?, ?)', [
      streamId,
      moment.part.part,
      moment.number,
      moment.discontinuity,
      moment.windowFirst,
      moment.targetSeconds,
    ]);
  }

  forgetNumbers(streamId: string, part: number, fromNumber: number, toNumber: number): void {
    for (const table of ['segments', 'moments']) {
      this.#run(`delete from ${table} where stream = ? and part = ? and number between ? and ?`, [
        streamId,
        part,
        fromNumber,
        toNumber,
      ]);
    }
  }

  forgetPart(streamId: string, part: number): void {
    this.#run('delete from parts where stream = ? and part = ?', [streamId, part]);
  }

  forgetSession(sessionId: string): void {
    this.#run('delete from sessions where session = ?', [sessionId]);
  }

  /** All but what counts for ever. */
  forgetStream({ streamId }: StreamTimeline): void {
    for (const table of ['sessions', 'parts', 'segments', 'moments']) {
      this.#run(`delete from ${table} where stream = ?`, [streamId]);
    }
  }

  close(): void {
    this.#database.close();
  }

  #run(sql: string, values: (string | number)[]): void {
    this.#prepare(sql).run(...values);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
