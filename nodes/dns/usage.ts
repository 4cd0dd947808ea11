import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { type Collector, type DnsdistCounters, startCollector } from '@headwater/engines/powerdns';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import type { UsageOutbox } from '../lib/usage-outbox.ts';
import type { CleanStop, Coverage } from './coverage.ts';
import { UsageHours } from './usage-hours.ts';

/** What a batch of a name server carries. */
export type DnsUsage = { hours: DnsUsageHour[]; gaps: DnsUsageGap[] };
/** `stop`: null while counting; what is read after a kill -9, then. */
export type DnsPosition = { settledUntilMs: number; stop: CleanStop | null };

/** What is counted is on disk after at most this long. */
const flushEveryMs = 2000;
/** dnsdist collects what it hands over; what it wrote to a connection that is gone is lost. */
const handOverMs = 2000;
const mostHoursInBatch = 50_000;
/** How long dnsdist is given to end too. */
const stopPatienceMs = 400;

export type DnsUsageOptions = {
  folder: string;
  collector: { host: string; port: number };
  /** Throws while dnsdist is away. */
  readCounters: () => Promise<DnsdistCounters>;
  zoneIdOf: (name: string) => string | undefined;
  coverage: Coverage;
};

/** Counts what dnsdist answered, from its log, into the outbox. */
export class DnsUsageCounter {
  readonly #options: DnsUsageOptions;
  readonly #outbox: UsageOutbox<DnsPosition, DnsUsage>;
  readonly #hours = new UsageHours();
  readonly #marker: string;
  #position: DnsPosition | null = null;
  /** Taken from the sums and not on disk yet. */
  #unwritten: DnsUsage[] = [];
  problem: string | null = null;

  constructor(options: DnsUsageOptions, outbox: UsageOutbox<DnsPosition, DnsUsage>) {
    this.#options = options;
    this.#outbox = outbox;
    this.#marker = join(options.folder, 'counting');
  }

  async load(): Promise<void> {
    this.#position = await this.#outbox.load();
  }

  /** `known`: resolves once it is known which names are whose; until then dnsdist keeps what it has to say. */
  async run(known: Promise<void>, signal: AbortSignal): Promise<void> {
    await Promise.race([known, new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))]);
    if (signal.aborted) return;
    await this.#resume();
    await this.#flush(null);
    const collector = await this.#listen(signal);
    while (!signal.aborted) {
      await pause(flushEveryMs, signal);
      if (!signal.aborted) await this.#flush(null);
    }
    const counters = await this.#untilDnsdistEnds();
    await collector?.close();
    await this.#flush(this.#options.coverage.stop(counters));
  }

  async #resume(): Promise<void> {
    const { coverage } = this.#options;
    if (this.#position === null) return;
    const { settledUntilMs, stop } = this.#position;
    if (stop !== null) return coverage.resume(stop);
    const marked = await stat(this.#marker).catch(() => null);
    coverage.lost((marked?.mtimeMs ?? settledUntilMs) - handOverMs);
  }

  /** The port may still be held by an agent that is ending. */
  async #listen(signal: AbortSignal): Promise<Collector | null> {
    const { collector, zoneIdOf, coverage } = this.#options;
    const onResponse = (name: string, type: number, rcode: number, timeSeconds: number): void => {
      const zoneId = zoneIdOf(name);
      if (zoneId === undefined) coverage.seen(name);
      else this.#hours.add(zoneId, type, rcode, timeSeconds);
    };
    while (!signal.aborted) {
      try {
        const listening = await startCollector({ ...collector, onResponse });
        this.problem = null;
        return listening;
      } catch (error) {
        this.problem = `Answers are not counted: ${describe(error)}.`;
        await pause(250, signal);
      }
    }
    return null;
  }

  async #flush(stop: CleanStop | null): Promise<void> {
    const { coverage } = this.#options;
    try {
      // First what could not be written last time: meanwhile the sums grow in place.
      await this.#write();
      const gaps = coverage.takeGaps();
      const hours = this.#hours.take();
      for (let at = 0; at < Math.max(hours.length, gaps.length > 0 ? 1 : 0); at += mostHoursInBatch)
        this.#unwritten.push({ hours: hours.slice(at, at + mostHoursInBatch), gaps: at === 0 ? gaps : [] });
      const settledUntilMs = coverage.settledUntilMs();
      await this.#write();
      const position = { settledUntilMs, stop };
      const isWritten = this.#position !== null && this.#position.stop === null && stop === null;
      if (!isWritten) await this.#outbox.put('', null, position);
      this.#position = position;
      await this.#mark(settledUntilMs);
      this.problem = null;
    } catch (error) {
      this.problem = `What was counted cannot be written: ${describe(error)}.`;
      log.error('what was counted cannot be written', { reason: describe(error) });
    }
  }

  async #write(): Promise<void> {
    const position = { settledUntilMs: this.#position?.settledUntilMs ?? Date.now(), stop: null };
    for (let next = this.#unwritten[0]; next !== undefined; next = this.#unwritten[0]) {
      await this.#outbox.put(String(Date.now()), next, position);
      this.#unwritten.shift();
    }
  }

  /** A time of a file costs no write of its own. */
  async #mark(settledUntilMs: number): Promise<void> {
    const time = new Date(settledUntilMs);
    await utimes(this.#marker, time, time).catch(async () => {
      await writeFile(this.#marker, '', { mode: 0o600 });
      await utimes(this.#marker, time, time);
    });
  }

  /** Where all of this machine is stopped, dnsdist goes too: then nothing is answered that nobody counts. */
  async #untilDnsdistEnds(): Promise<DnsdistCounters | null> {
    for (const endMs = Date.now() + stopPatienceMs; ; ) {
      const late = pause(Math.max(100, endMs - Date.now())).then(() => null);
      const counters = await Promise.race([this.#options.readCounters().catch(() => null), late]);
      if (counters === null || Date.now() >= endMs) return counters;
      await pause(50);
    }
  }
}
