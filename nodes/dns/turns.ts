/** One piece of work at a time for each name; different names do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(name, turn);
    const settle = (): void => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(settle, settle);
    return turn;
  }
}

/**
 * Does the work for all of them, several at a time. When some of it throws, nothing new is begun, what is under way ends,
 * and the first error is thrown: nothing goes on behind the caller's back.
 */
export async function eachOf<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done && errors.length === 0; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
}
