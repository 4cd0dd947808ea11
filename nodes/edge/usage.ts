import type { UsageMinute } from '@headwater/contract/nodes/edge-document';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import type { UsageOutbox } from '../lib/usage-outbox.ts';
import { AccessLogReader, type LogPosition, logStart } from './access-log.ts';
import { UsageMinutes } from './usage-minutes.ts';
import { Viewers } from './viewers.ts';

/** Bounds a batch: no more than about 14,000 lines, and far below the control plane's limits. */
const mostChunkBytes = 2_000_000;

/** What a batch of an edge carries. */
export type EdgeUsage = { minutes: UsageMinute[] };

export type UsageOptions = {
  accessLog: string;
  everyMs: number;
  quietMs: number;
  /** Called between chunks with the number up to which rotated files were counted. */
  rotate: (countedUpTo: number) => Promise<void>;
};

/**
 * Counts the access log into the outbox, each line once: the sums and the position behind them reach the disk in one
 * write, and whatever was read but not written is read again.
 */
export class UsageCounter {
  readonly #options: UsageOptions;
  readonly #outbox: UsageOutbox<LogPosition, EdgeUsage>;
  readonly #reader: AccessLogReader;
  readonly #viewers = new Viewers();
  #position: LogPosition = logStart;
  garbageLines = 0;

  constructor(options: UsageOptions, outbox: UsageOutbox<LogPosition, EdgeUsage>) {
    this.#options = options;
    this.#outbox = outbox;
    this.#reader = new AccessLogReader(options.accessLog, options.quietMs);
  }

  async load(): Promise<void> {
    this.#position = (await this.#outbox.load()) ?? logStart;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await this.countOnce())) {
          // There may be more.
        }
        await this.#options.rotate(this.#position.after);
      } catch (error) {
        log.error('cannot count the access log', { reason: describe(error) });
      }
      await pause(this.#options.everyMs, signal);
    }
  }

  /** False when nothing more is waiting. */
  async countOnce(): Promise<boolean> {
    const chunk = await this.#reader.read(this.#position, mostChunkBytes);
    if (chunk === null) return false;
    // Left behind by a batch that could not be written: its lines come again.
    this.#viewers.undo();
    const minutes = new UsageMinutes(this.#viewers);
    for (const line of chunk.lines) minutes.add(line);
    if (minutes.garbage > 0) {
      this.garbageLines += minutes.garbage;
      log.warn('skipped lines of the access log that are none', { lines: minutes.garbage, total: this.garbageLines });
    }
    const before = this.#position;
    const counted = minutes.result();
    await this.#outbox.put(chunk.name, counted.length === 0 ? null : { minutes: counted }, chunk.position);
    this.#viewers.keep();
    this.#position = chunk.position;
    const { file, offset } = chunk.position;
    // A little from the current file can wait for company; everything else means that there is more to catch up on.
    return file !== before.file || offset === before.offset || offset - before.offset > mostChunkBytes / 2;
  }
}
