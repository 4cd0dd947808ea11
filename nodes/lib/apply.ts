import type { Change, Refusal, StateRecord } from './desired-state.ts';
import type { Engine, EngineRefusal } from './engine.ts';
import { describe, log } from './log.ts';
import { pause } from './pause.ts';
import type { StateLog } from './state-log.ts';

/** Brings the engine to the state on disk: change by change, or as a whole when it knows nothing or lost its memory. */
export class Applier {
  readonly #log: StateLog;
  readonly #engine: Engine;
  readonly #onApplied: () => void;
  #allowed = false;
  #engineIsUp = false;
  #needsWhole = true;
  #retryWanted = false;
  /** Grows with each restart of the engine, so that a restart in the middle of a push is not taken for its success. */
  #engineBoot = 0;
  #applyingUpTo = 0;
  #hurry = new AbortController();
  #awake: () => void = () => undefined;

  constructor(stateLog: StateLog, engine: Engine, onApplied: () => void) {
    this.#log = stateLog;
    this.#engine = engine;
    this.#onApplied = onApplied;
  }

  /** Nothing reaches the engine before: what is on disk may be older than what was purged meanwhile. */
  allow(): void {
    this.#allowed = true;
    this.#awake();
  }

  wake(): void {
    if (this.#log.state.cursor !== this.#applyingUpTo) this.#hurry.abort();
    this.#awake();
  }

  /** The engine is there and knows nothing. */
  engineStarted(): void {
    this.#engineIsUp = true;
    this.#needsWhole = true;
    this.#engineBoot += 1;
    this.#awake();
  }

  engineLost(): void {
    this.#engineIsUp = false;
    this.#needsWhole = true;
    this.#engineBoot += 1;
  }

  /** Something that the engine refused may be acceptable by now, though its document is the same. */
  retryRefused(): void {
    this.#retryWanted = true;
    this.#awake();
  }

  /** A verdict that came after the thing was applied; null takes an earlier one back. */
  async settleLater(key: string, reason: string | null): Promise<void> {
    const thing = this.#log.state.thing(key);
    if (thing === undefined || thing.state === 'pending' || (thing.reason ?? null) === reason) return;
    await this.#log.append({ type: 'later', key, seq: thing.seq, reason });
    this.#onApplied();
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#awake(), { once: true });
    while (!signal.aborted) {
      if (!this.#hasWork()) {
        await new Promise<void>((resolve) => {
          this.#awake = resolve;
        });
        continue;
      }
      try {
        if (this.#needsWhole || this.#log.state.applied === null) await this.#applyWhole();
        else await this.#applyPending();
        if (this.#retryWanted) await this.#retryRefused(new Set());
        this.#retryWanted = false;
        this.#onApplied();
      } catch (error) {
        if (signal.aborted) return;
        this.#needsWhole = true;
        log.warn('the engine did not take the state', { reason: describe(error) });
        await pause(250, signal);
      }
    }
  }

  #hasWork(): boolean {
    const { state } = this.#log;
    if (!this.#allowed || !this.#engineIsUp || state.epoch === null) return false;
    return this.#needsWhole || this.#retryWanted || state.applied !== state.cursor || state.hasPending;
  }

  async #applyPending(): Promise<void> {
    const { state } = this.#log;
    const { cursor, pictures } = state;
    const changes = state.pending();
    this.#applyingUpTo = cursor;
    this.#hurry = new AbortController();
    const refused = changes.length === 0 ? [] : await this.#engine.apply(changes, this.#hurry.signal);
    const outcome: StateRecord = { type: 'outcome', applied: cursor, refused: withSeq(refused, changes) };
    await this.#log.append(outcome, (now) => now.pictures === pictures);
  }

  async #applyWhole(): Promise<void> {
    const { state } = this.#log;
    const { cursor, applied, pictures } = state;
    const boot = this.#engineBoot;
    const forget = applied === null;
    const pending = state.pending();
    const whole = state.whole();
    const gone = forget ? [] : pending.flatMap(({ key, doc }) => (doc === null ? [key] : []));
    const refused = withSeq(await this.#engine.replace(whole, forget, gone), whole);
    const before = refused.flatMap(({ key, standIn }) => {
      if (standIn !== undefined) return [];
      const good = state.thing(key)?.good;
      return good === undefined || good.doc === null ? [] : [{ key, ...good }];
    });
    if (before.length > 0) await this.#engine.restore(before);
    const events = forget ? [] : pending.filter(({ key }) => state.isEvent(key));
    const late = events.length === 0 ? [] : withSeq(await this.#engine.apply(events), events);
    await this.#retryRefused(new Set(refused.map(({ key }) => key)));
    // A snapshot that arrived meanwhile is a different picture: it has its own turn.
    const outcome: StateRecord = { type: 'outcome', applied: cursor, refused: [...refused, ...late] };
    await this.#log.append(outcome, (now) => now.pictures === pictures);
    if (boot !== this.#engineBoot || state.pictures !== pictures) return;
    this.#needsWhole = false;
    await this.#engine.open();
  }

  /** What was refused before may be taken by an engine that was updated since. */
  async #retryRefused(justNow: Set<string>): Promise<void> {
    const { state } = this.#log;
    const earlier = state.refused().filter(({ key }) => !justNow.has(key));
    const changes = earlier.flatMap(({ key, seq }) => {
      const thing = state.thing(key);
      return thing?.doc == null ? [] : [{ key, seq, doc: thing.doc }];
    });
    if (changes.length === 0) return;
    const again = new Set((await this.#engine.apply(changes)).map(({ key }) => key));
    for (const { key, seq } of changes)
      if (!again.has(key)) await this.#log.append({ type: 'later', key, seq, reason: null });
  }
}

function withSeq(refused: EngineRefusal[], changes: Change[]): Refusal[] {
  const seqs = new Map(changes.map(({ key, seq }) => [key, seq]));
  return refused.flatMap((refusal) => {
    const seq = seqs.get(refusal.key);
    return seq === undefined ? [] : [{ ...refusal, seq }];
  });
}
