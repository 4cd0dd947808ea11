import { type DnsdistCounters, findPowerDns } from '@headwater/engines/powerdns';
import { describe, log } from '../lib/log.ts';
import type { EngineSignals } from '../lib/node.ts';
import { pause } from '../lib/pause.ts';
import type { Coverage } from './coverage.ts';

const lookEveryMs = { up: 1000, down: 250 };
/** A look takes a millisecond; a machine with much to do is not taken for one that hangs. */
const patienceMs = 4000;
const servfail = 2;

export type DnsWatchOptions = {
  /** Each throws while its program is away. */
  readUptimeSeconds: () => Promise<number>;
  readCounters: () => Promise<DnsdistCounters>;
  /** Asks the public way and answers the code. */
  ask: (name: string) => Promise<number>;
  coverage: Coverage;
  signals: () => EngineSignals;
};

/** Notices that PowerDNS or dnsdist came, went or was restarted. The supervisor starts and stops them. */
export class DnsWatch {
  readonly #options: DnsWatchOptions;
  #uptimeSeconds: number | null = null;
  #pdnsProblem: string | null = 'PowerDNS has not answered yet.';
  #dnsdistProblem: string | null = null;
  #explainedAtMs = 0;

  constructor(options: DnsWatchOptions) {
    this.#options = options;
  }

  /** Why names are not answered, and what to do about it. */
  get problem(): string | null {
    return this.#pdnsProblem ?? this.#dnsdistProblem;
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#keepLooking(signal, () => this.#lookAtPdns()),
      this.#keepLooking(signal, () => this.#lookAtDnsdist()),
    ]);
  }

  /** Each at its own pace: one that hangs must not keep us from seeing the other. */
  async #keepLooking(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const before = this.problem;
      await look();
      if (signal.aborted) return;
      if (this.problem !== before) this.#options.signals().healthChanged();
      await pause(this.problem === null ? lookEveryMs.up : lookEveryMs.down, signal);
    }
  }

  async #lookAtPdns(): Promise<void> {
    try {
      const uptimeSeconds = await Promise.race([this.#options.readUptimeSeconds(), silence()]);
      const isNew = this.#uptimeSeconds === null || uptimeSeconds < this.#uptimeSeconds;
      this.#uptimeSeconds = uptimeSeconds;
      this.#pdnsProblem = null;
      if (!isNew) return;
      log.info('PowerDNS is there', { uptimeSeconds });
      this.#options.signals().started();
    } catch (error) {
      if (this.#uptimeSeconds !== null) {
        log.warn('PowerDNS does not answer', { reason: describe(error) });
        this.#options.signals().lost();
      }
      // Looking for the cause searches the disk: not at every look.
      if (this.#uptimeSeconds !== null || Date.now() - this.#explainedAtMs > 30_000) {
        this.#pdnsProblem = explain(describe(error));
        this.#explainedAtMs = Date.now();
      }
      this.#uptimeSeconds = null;
    }
  }

  async #lookAtDnsdist(): Promise<void> {
    const { readCounters, coverage, ask } = this.#options;
    try {
      coverage.look(await readCounters());
      const code = await ask(coverage.probeName);
      this.#dnsdistProblem = code === servfail ? 'dnsdist does not reach PowerDNS: names are not answered.' : null;
    } catch (error) {
      if (this.#dnsdistProblem === null) log.warn('dnsdist does not answer', { reason: describe(error) });
      this.#dnsdistProblem = 'dnsdist does not run: names are not answered.';
    }
  }
}

async function silence(): Promise<never> {
  await pause(patienceMs);
  throw new Error(`no answer within ${patienceMs / 1000} s`);
}

function explain(reason: string): string {
  const found = findPowerDns();
  return found.ok
    ? `PowerDNS does not answer: ${reason.replace(/^PowerDNS is away: /, '')}`
    : `${found.reason}. To install it: ${found.remedy}`;
}
