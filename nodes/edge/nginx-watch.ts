import { type EdgeControl, findNginx } from '@headwater/engines/nginx';
import { describe, log } from '../lib/log.ts';
import type { EngineSignals } from '../lib/node.ts';
import { pause } from '../lib/pause.ts';

const lookEveryMs = { up: 1000, down: 250 };

/** Notices that nginx came, went, or was restarted and knows nothing any more. The supervisor starts and stops it. */
export class NginxWatch {
  readonly #control: EdgeControl | null;
  readonly #signals: () => EngineSignals;
  #bootId: string | null = null;
  #hurry = new AbortController();
  #problem: string | null = 'The edge has not answered yet.';
  #explainedAtMs = 0;
  /** Whether nginx serves, as it said last. */
  open = false;
  caching = true;
  /** What caching should be; told again to an nginx that was restarted. */
  wantedCaching = true;

  constructor(control: EdgeControl | null, signals: () => EngineSignals) {
    this.#control = control;
    this.#signals = signals;
  }

  /** Why nothing is served, and what to do about it. */
  get problem(): string | null {
    return this.#problem;
  }

  lookNow(): void {
    this.#hurry.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      const before = `${this.open} ${this.#problem}`;
      await this.#look();
      if (`${this.open} ${this.#problem}` !== before) this.#signals().healthChanged();
      const waitMs = this.#bootId !== null && this.open ? lookEveryMs.up : lookEveryMs.down;
      await pause(waitMs, signal, this.#hurry.signal);
    }
  }

  async #look(): Promise<void> {
    try {
      if (this.#control === null) throw new Error('no control socket was given');
      const { bootId, open, caching } = await this.#control.status();
      this.open = open;
      this.caching = caching;
      this.#problem = null;
      if (caching !== this.wantedCaching) await this.#control.setCaching(this.wantedCaching);
      if (bootId === this.#bootId) return;
      this.#bootId = bootId;
      log.info('nginx is there', { bootId, open });
      this.#signals().started();
    } catch (error) {
      this.#missed(describe(error));
    }
  }

  #missed(reason: string): void {
    if (this.#bootId !== null) {
      log.warn('nginx does not answer', { reason });
      this.#signals().lost();
    }
    // Looking for the cause starts a process: not at every look.
    if (this.#bootId !== null || Date.now() - this.#explainedAtMs > 30_000) {
      this.#problem = explain(reason);
      this.#explainedAtMs = Date.now();
    }
    this.#bootId = null;
    this.open = false;
  }
}

function explain(reason: string): string {
  const found = findNginx();
  return found.ok ? `nginx does not answer: ${reason}` : `${found.reason}. To install it: ${found.remedy}`;
}
