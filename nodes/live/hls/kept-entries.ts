import type { SessionTimeline } from '../segments/timeline.ts';
import { entryOf } from './media.ts';
import type { View } from './views.ts';

/** The entries of one rung of a long view: each is written once, whatever its playlist is asked for. */
export class KeptEntries {
  readonly #rung: number;
  #session: SessionTimeline | null = null;
  #firstNumber = 0;
  #entries: string[] = [];

  constructor(rung: number) {
    this.#rung = rung;
  }

  of({ session, from, to }: View): readonly string[] {
    const first = session.moments[from]!.number;
    if (this.#session !== session || first < this.#firstNumber || first > this.#firstNumber + this.#entries.length) {
      this.#session = session;
      this.#firstNumber = first;
      this.#entries = [];
    }
    this.#entries.splice(0, first - this.#firstNumber);
    this.#firstNumber = first;
    for (let at = from + this.#entries.length; at <= to; at++) {
      this.#entries.push(entryOf(session.moments, at, this.#rung, false));
    }
    return this.#entries.length === to - from + 1 ? this.#entries : this.#entries.slice(0, to - from + 1);
  }
}
