/** Resolves after the time, or at once when the signal is given: callers look at the signal themselves. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Growing delays between attempts. Jitter keeps a fleet from returning in one wave. */
export class Backoff {
  #attempts = 0;
  readonly #firstMs: number;
  readonly #longestMs: number;

  constructor(firstMs = 100, longestMs = 2000) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  nextMs(): number {
    const ceiling = Math.min(this.#longestMs, this.#firstMs * 2 ** this.#attempts);
    this.#attempts += 1;
    return ceiling / 2 + Math.random() * (ceiling / 2);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
