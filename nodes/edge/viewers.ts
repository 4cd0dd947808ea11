import { hash } from 'node:crypto';

/** Beyond these a zone's minute, or all of them together, are not counted on: a bound of about 20 MB. */
const most = { ofMinute: 50_000, together: 200_000 };
/** Minutes: lines of several processes do not come in order, but never this late. */
const remembered = 3;

type Minute = { number: number; seen: Set<number> };

/**
 * Who fetched a playlist in a minute, each counted once: in the batch in which a viewer is new to the minute. So sums of
 * batches hold. What was noted counts from `keep` on; a batch that was not written is noted again.
 */
export class Viewers {
  readonly #minutes = new Map<string, Minute>();
  #noted: [minute: Minute, viewer: number][] = [];
  #size = 0;
  #begun = 0;

  /** True when this viewer is new to this zone's minute. */
  note(zone: string, minuteNumber: number, address: string, agent: string): boolean {
    const minute = this.#minute(zone, minuteNumber);
    // 48 bits: two of 50,000 viewers fall together once in 200,000 minutes.
    const viewer = Number.parseInt(hash('md5', `${address} ${agent}`, 'hex').slice(0, 12), 16);
    if (minute.seen.has(viewer) || minute.seen.size >= most.ofMinute || this.#size >= most.together) return false;
    minute.seen.add(viewer);
    this.#size += 1;
    this.#noted.push([minute, viewer]);
    return true;
  }

  /** What was noted is counted for good. */
  keep(): void {
    this.#noted = [];
    for (const [key, { number, seen }] of this.#minutes) {
      // Also what lies ahead: a clock may have been set back.
      if (Math.abs(number - this.#begun) < remembered) continue;
      this.#minutes.delete(key);
      this.#size -= seen.size;
    }
  }

  /** What was noted since the last `keep` was not counted after all. */
  undo(): void {
    for (const [minute, viewer] of this.#noted) minute.seen.delete(viewer);
    this.#size -= this.#noted.length;
    this.#noted = [];
  }

  #minute(zone: string, number: number): Minute {
    const key = `${zone} ${number}`;
    let minute = this.#minutes.get(key);
    if (minute === undefined) {
      minute = { number, seen: new Set() };
      this.#minutes.set(key, minute);
      this.#begun = number;
    }
    return minute;
  }
}
