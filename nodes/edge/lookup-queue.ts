const mostAtOnce = 64;
/** Names that failed last time share few places, so that a crowd of dead ones leaves room for the living. */
const mostFailingAtOnce = 8;

type Waiting = { isBusy: boolean; failures: number };

/** Decides whose turn it is to be looked up: those never asked first, since somebody waits for them. */
export class LookupQueue<T extends Waiting> {
  readonly #lookUp: (entry: T) => Promise<void>;
  #fresh: T[] = [];
  #due: T[] = [];
  #busy = 0;
  #busyFailing = 0;

  constructor(lookUp: (entry: T) => Promise<void>) {
    this.#lookUp = lookUp;
  }

  addFresh(entry: T): void {
    this.#fresh.push(entry);
    // Not before its maker is done with it.
    queueMicrotask(() => this.#next());
  }

  /** In the order in which they became due; takes the place of what was due before. */
  setDue(entries: T[]): void {
    this.#due = entries;
    this.#next();
  }

  #next(): void {
    const passedOver: T[] = [];
    while (this.#busy < mostAtOnce) {
      const entry = this.#fresh.shift() ?? this.#due.shift();
      if (entry === undefined) break;
      if (entry.isBusy) continue;
      if (entry.failures > 0 && this.#busyFailing >= mostFailingAtOnce) passedOver.push(entry);
      else void this.#run(entry);
    }
    this.#due.unshift(...passedOver);
  }

  async #run(entry: T): Promise<void> {
    const failing = entry.failures > 0 ? 1 : 0;
    this.#busy += 1;
    this.#busyFailing += failing;
    entry.isBusy = true;
    try {
      await this.#lookUp(entry);
    } finally {
      this.#busy -= 1;
      this.#busyFailing -= failing;
      entry.isBusy = false;
      this.#next();
    }
  }
}
