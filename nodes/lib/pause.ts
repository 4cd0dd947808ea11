/**
 * Resolves after the time, or at once when one of the signals is given: callers look at those themselves. (Joining
 * signals by AbortSignal.any in a loop would leave something behind on the long-lived one each time.)
 */
export function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) signal.addEventListener('abort', done);
    if (signals.some(({ aborted }) => aborted)) done();
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
