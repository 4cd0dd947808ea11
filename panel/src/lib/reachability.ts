/** `doubted`: the newest call was not answered, which may pass; `lost`: it has lasted. */
export type Reach = 'reached' | 'doubted' | 'lost';

/** What a proxy answers in place of a server that is away, or the server while it cannot work. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Whether the server answers, from what the calls of this tab and the event stream of any tab went through. */
export class Reachability {
  #state: Reach = 'reached';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #lostAfterMs: number;

  constructor(lostAfterMs = 3000) {
    this.#lostAfterMs = lostAfterMs;
  }

  readonly get = (): Reach => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  failed(): void {
    if (this.#state !== 'reached') return;
    this.#become('doubted');
    this.#timer = setTimeout(() => this.#become('lost'), this.#lostAfterMs);
  }

  answered(): void {
    clearTimeout(this.#timer);
    this.#become('reached');
  }

  #become(state: Reach): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const reachability = new Reachability();
