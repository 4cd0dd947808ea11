import { randomBytes } from 'node:crypto';
import type { DnsUsageGap } from '@headwater/contract/nodes/dns-document';
import type { DnsdistCounters } from '@headwater/engines/powerdns';

/** How counting stood when it was stopped cleanly; `logged`: null when dnsdist had ended too. */
export type CleanStop = { fromMs: number; logged: number | null; dropped: number };

type Look = { probe: number; atMs: number; counters: DnsdistCounters };

/**
 * Knows up to when every answer was counted. dnsdist logs in the order in which it answers: once a question of our own
 * comes out of the log, everything that was answered before it was asked has come out too. What is not covered when
 * dnsdist or the log's connection goes is told as a gap.
 */
export class Coverage {
  readonly #suffix = `.${randomBytes(6).toString('hex')}.invalid`;
  readonly #gaps: DnsUsageGap[] = [];
  /** Since the probe that came out of the log last. */
  #looks: Look[] = [];
  #probe = 0;
  #coveredUntilMs = Date.now();

  /** The name to ask for next. Nobody else asks for it, and it is nobody's. */
  get probeName(): string {
    return `${this.#probe}${this.#suffix}`;
  }

  takeGaps(): DnsUsageGap[] {
    return this.#gaps.splice(0);
  }

  /** Counting goes on after a clean stop: was anything answered meanwhile? */
  resume(stop: CleanStop, counters: DnsdistCounters | null, nowMs = Date.now()): void {
    if (stop.logged === null) return;
    const isIdle = counters !== null && counters.logged === stop.logged && counters.dropped === stop.dropped;
    if (!isIdle) this.addGap(stop.fromMs, nowMs);
  }

  /** Before the next probe is asked. */
  look(counters: DnsdistCounters, nowMs = Date.now()): void {
    const before = this.#looks.at(-1);
    if (before !== undefined) {
      const isRestarted = total(counters) < total(before.counters);
      if (isRestarted) this.addGap(this.#coveredUntilMs, nowMs);
      else if (counters.dropped > before.counters.dropped) this.addGap(before.atMs, nowMs);
      if (isRestarted) this.#looks = [];
    }
    this.#probe += 1;
    this.#looks.push({ probe: this.#probe, atMs: nowMs, counters });
    // While nothing comes out of the log, the first and the newest say all.
    if (this.#looks.length > 100) this.#looks.splice(1, 50);
  }

  /** A name of nobody came out of the log: perhaps a probe. */
  seen(name: string): void {
    if (!name.endsWith(this.#suffix)) return;
    const probe = Number(name.slice(0, -this.#suffix.length));
    const at = this.#looks.findIndex((look) => look.probe === probe);
    if (at === -1) return;
    this.#looks.splice(0, at);
    this.#coveredUntilMs = this.#looks[0]?.atMs ?? this.#coveredUntilMs;
  }

  /** `counters`: null when dnsdist has ended too. */
  stop(counters: DnsdistCounters | null, nowMs = Date.now()): CleanStop {
    const last = this.#looks.at(-1);
    const logged = (counters ?? last?.counters)?.logged ?? 0;
    const first = this.#looks[0];
    // Probes among them are nobody's loss.
    const uncertain = first === undefined ? 0 : logged - first.counters.logged - (this.#probe - first.probe + 1);
    const fromMs = uncertain > 0 ? this.#coveredUntilMs : nowMs;
    if (counters !== null) return { fromMs, logged: counters.logged, dropped: counters.dropped };
    if (uncertain > 0) this.addGap(fromMs, nowMs);
    return { fromMs: nowMs, logged: null, dropped: 0 };
  }

  addGap(fromMs: number, untilMs: number): void {
    const from = new Date(Math.min(fromMs, untilMs)).toISOString();
    this.#gaps.push({ from, until: new Date(untilMs).toISOString() });
  }
}

const total = ({ logged, dropped }: DnsdistCounters): number => logged + dropped;
