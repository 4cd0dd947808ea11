import { randomBytes } from 'node:crypto';
import type { DnsUsageGap } from '@headwater/contract/nodes/dns-document';
import type { DnsdistCounters } from '@headwater/engines/powerdns';

/** What of dnsdist's counters tells whether something was answered meanwhile. */
type Tally = Pick<DnsdistCounters, 'life' | 'logged' | 'dropped'>;
/** How counting stood when it was stopped cleanly; `tally`: null when dnsdist had ended too. */
export type CleanStop = { fromMs: number; tally: Tally | null };

type Look = { probe: number; atMs: number; tally: Tally };
/** What may have been answered without being counted; `since`: only if dnsdist has logged more than that and our probes. */
type OpenGap = { fromMs: number; since: Tally | null };

/**
 * Knows up to when every answer was counted. dnsdist logs in the order in which it answers: once a question of our own
 * comes out of the log, everything that was answered before it was asked has come out too, unless the log's connection
 * was lost in between. dnsdist does not notice that until it has written to it: a gap ends with the next probe.
 */
export class Coverage {
  readonly #suffix = `.${randomBytes(6).toString('hex')}.invalid`;
  readonly #gaps: DnsUsageGap[] = [];
  /** Since the probe that came out of the log last. */
  #looks: Look[] = [];
  #probe = 0;
  #coveredUntilMs: number;
  #open: OpenGap | null = null;

  constructor(nowMs = Date.now()) {
    this.#coveredUntilMs = nowMs;
  }

  /** The name to ask for next. Nobody else asks for it, and it is nobody's. */
  get probeName(): string {
    return `${this.#probe}${this.#suffix}`;
  }

  /** Up to when everything is either counted or told as a gap, once that is on disk. */
  settledUntilMs(nowMs = Date.now()): number {
    return this.#open?.fromMs ?? nowMs;
  }

  takeGaps(): DnsUsageGap[] {
    return this.#gaps.splice(0);
  }

  /** Counting goes on after a clean stop: was anything answered meanwhile? */
  resume({ fromMs, tally }: CleanStop): void {
    if (tally !== null) this.#open = { fromMs, since: tally };
  }

  /** Answers from then on may be lost. */
  lost(fromMs: number): void {
    this.#open = { fromMs: Math.min(fromMs, this.#open?.fromMs ?? fromMs), since: null };
  }

  /** Before the next probe is asked. */
  look({ life, logged, dropped }: Tally, nowMs = Date.now()): void {
    const before = this.#looks.at(-1);
    if (before !== undefined && before.tally.life !== life) {
      this.lost(this.#coveredUntilMs);
      this.#looks = [];
    } else if (before !== undefined && before.tally.dropped < dropped) this.lost(before.atMs);
    this.#probe += 1;
    this.#looks.push({ probe: this.#probe, atMs: nowMs, tally: { life, logged, dropped } });
    // While nothing comes out of the log, the first and the newest say all.
    if (this.#looks.length > 100) this.#looks.splice(1, 50);
  }

  /** A name of nobody came out of the log: perhaps a probe. */
  seen(name: string): void {
    if (!name.endsWith(this.#suffix)) return;
    const probe = Number(name.slice(0, -this.#suffix.length));
    const at = this.#looks.findIndex((look) => look.probe === probe);
    const look = this.#looks[at];
    if (look === undefined) return;
    this.#looks.splice(0, at);
    this.#coveredUntilMs = look.atMs;
    if (this.#open !== null && !this.#wasIdle(this.#open, look.tally, probe - 1))
      this.#tell(this.#open.fromMs, look.atMs);
    this.#open = null;
  }

  /** `counters`: null when dnsdist has ended too. */
  stop(counters: DnsdistCounters | null, nowMs = Date.now()): CleanStop {
    const uncertainFromMs = this.#uncertainFromMs(counters);
    if (counters === null) {
      if (uncertainFromMs !== null) this.#tell(uncertainFromMs, nowMs);
      return { fromMs: nowMs, tally: null };
    }
    const { life, logged, dropped } = counters;
    // What is uncertain now may be handed over at the next start; whoever counts then finds more than was said.
    const tally = { life, logged: uncertainFromMs === null ? logged : -1, dropped };
    return { fromMs: uncertainFromMs ?? nowMs, tally };
  }

  /** Since when something was answered that has not come out of the log; null if nothing was. */
  #uncertainFromMs(counters: Tally | null): number | null {
    const [first] = this.#looks;
    const last = counters ?? this.#looks.at(-1)?.tally;
    if (this.#open !== null) {
      const wasIdle = last !== undefined && this.#wasIdle(this.#open, last, this.#probe);
      return wasIdle ? null : this.#open.fromMs;
    }
    if (first === undefined || last === undefined) return null;
    // Probes among them are nobody's loss.
    return last.logged - first.tally.logged > this.#probe - first.probe + 1 ? this.#coveredUntilMs : null;
  }

  #wasIdle({ since }: OpenGap, { life, logged, dropped }: Tally, probes: number): boolean {
    return since !== null && life === since.life && dropped === since.dropped && logged - since.logged <= probes;
  }

  #tell(fromMs: number, untilMs: number): void {
    const from = new Date(Math.min(fromMs, untilMs)).toISOString();
    this.#gaps.push({ from, until: new Date(untilMs).toISOString() });
  }
}
