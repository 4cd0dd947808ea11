import type { FeedEntry } from '@headwater/contract/nodes/routes';

/** One version of a thing; `doc` is null when it is to be gone. */
export type Version = { seq: number; doc: unknown };
/** `good`: the document that was served last, where this one has not been taken yet. */
export type Change = Version & { key: string; good?: unknown };
/** `standIn`: the document that the engine serves instead; from then on the last good version. */
export type Refusal = { key: string; seq: number; reason: string; standIn?: unknown };

/**
 * A thing at its newest version. `pending`: no engine has taken it yet. While it is pending or refused, `good` is the
 * version that the engine serves.
 */
export type Thing = Version & { state: 'pending' | 'good' | 'refused'; reason?: string; good?: Version };

/** What happened, in the form it is kept on disk. Folding all records in order gives the state. */
export type StateRecord =
  | { type: 'begin'; epoch: string; cursor: number; applied: number | null }
  | { type: 'things'; things: [key: string, thing: Thing][] }
  | { type: 'entries'; cursor: number; entries: FeedEntry[] }
  | { type: 'outcome'; applied: number; refused: Refusal[] }
  | { type: 'later'; key: string; seq: number; reason: string | null };

const chunkLength = 1_000_000;

/**
 * The desired state as this node knows it, and how much of it the engine has taken. Two sorts of rows: things stay and
 * have a newest version; events (a purge) are carried out once, after everything before them, and forgotten.
 */
export class DesiredState {
  epoch: string | null = null;
  cursor = 0;
  /** The cursor up to which the engine has taken everything; null after a snapshot, until the engine has forgotten. */
  applied: number | null = null;
  /** How many full pictures were begun: what is known about one says nothing about the next. */
  pictures = 0;
  readonly #things = new Map<string, Thing>();
  readonly #pending = new Map<string, Thing>();
  readonly isEvent: (key: string) => boolean;

  constructor(isEvent: (key: string) => boolean) {
    this.isEvent = isEvent;
  }

  fold(record: StateRecord): void {
    if (record.type === 'begin') {
      this.#things.clear();
      this.#pending.clear();
      this.pictures += 1;
      this.epoch = record.epoch;
      this.cursor = record.cursor;
      this.applied = record.applied;
    } else if (record.type === 'things') {
      for (const [key, thing] of record.things) this.#put(key, thing);
    } else if (record.type === 'entries') {
      for (const entry of record.entries) this.#enter(entry);
      this.cursor = record.cursor;
    } else if (record.type === 'outcome') {
      this.#settle(record.applied, record.refused);
    } else {
      this.#settleLater(record);
    }
  }

  get size(): number {
    return this.#things.size;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  thing(key: string): Thing | undefined {
    return this.#things.get(key);
  }

  /** Everything the engine has not taken yet, oldest first. */
  pending(): Change[] {
    return [...this.#pending].map(([key, { seq, doc }]) => ({ key, seq, doc })).sort((a, b) => a.seq - b.seq);
  }

  /** What an engine that knows nothing is to serve; the last good version of whatever is refused. */
  whole(): Change[] {
    const changes: Change[] = [];
    for (const [key, thing] of this.#things) {
      if (this.isEvent(key)) continue;
      const version = thing.state === 'refused' ? thing.good : thing;
      if (version === undefined || version.doc === null) continue;
      const good = thing.state === 'pending' ? (thing.good?.doc ?? null) : null;
      changes.push({ key, seq: version.seq, doc: version.doc, ...(good === null ? {} : { good }) });
    }
    return changes;
  }

  refused(): Refusal[] {
    const refused: Refusal[] = [];
    for (const [key, thing] of this.#things)
      if (thing.state === 'refused') refused.push({ key, seq: thing.seq, reason: thing.reason ?? '' });
    return refused;
  }

  /** The records of a snapshot: the new picture, with what this node last served kept beside it. */
  snapshot(epoch: string, cursor: number, entries: FeedEntry[]): StateRecord[] {
    const things = new Map<string, Thing>();
    for (const { key, seq, deleted, doc } of entries) {
      things.delete(key);
      // Events of the past concern what the engine is about to forget.
      if (deleted || this.isEvent(key)) continue;
      const good = lastGood(this.#things.get(key));
      things.set(key, { seq, doc, state: 'pending', ...(good === undefined ? {} : { good }) });
    }
    return [{ type: 'begin', epoch, cursor, applied: null }, ...chunksOf([...things])];
  }

  /** The records that give this very state, without its past. */
  condensed(): StateRecord[] {
    if (this.epoch === null) return [];
    const begin: StateRecord = { type: 'begin', epoch: this.epoch, cursor: this.cursor, applied: this.applied };
    return [begin, ...chunksOf([...this.#things])];
  }

  #put(key: string, thing: Thing): void {
    this.#things.set(key, thing);
    if (thing.state === 'pending') this.#pending.set(key, thing);
    else this.#pending.delete(key);
  }

  #enter({ key, seq, deleted, doc }: FeedEntry): void {
    const before = this.#things.get(key);
    if (before !== undefined && before.seq >= seq) return;
    if (this.isEvent(key) && deleted) {
      this.#things.delete(key);
      this.#pending.delete(key);
      return;
    }
    const good = lastGood(before);
    this.#put(key, { seq, doc: deleted ? null : doc, state: 'pending', ...(good === undefined ? {} : { good }) });
  }

  #settle(applied: number, refusals: Refusal[]): void {
    const refused = new Map(refusals.map((refusal) => [refusal.key, refusal]));
    for (const [key, thing] of this.#pending) {
      if (thing.seq > applied) continue;
      const refusal = refused.get(key);
      if (refusal?.seq === thing.seq) this.#refuse(thing, refusal);
      else if (thing.doc === null || this.isEvent(key)) this.#remove(key);
      else this.#put(key, { seq: thing.seq, doc: thing.doc, state: 'good' });
    }
    // Things that were taken before may be refused when the engine is given everything again, and the other way round.
    for (const refusal of refusals) {
      const thing = this.#things.get(refusal.key);
      if (thing?.seq === refusal.seq && thing.state === 'good') this.#refuse(thing, refusal);
    }
    this.applied = applied;
  }

  #settleLater({ key, seq, reason }: { key: string; seq: number; reason: string | null }): void {
    const thing = this.#things.get(key);
    if (thing === undefined || thing.seq !== seq || thing.state === 'pending') return;
    if (reason === null) this.#put(key, { seq, doc: thing.doc, state: 'good' });
    else this.#refuse({ ...thing, good: thing.good ?? { seq, doc: thing.doc } }, { key, seq, reason });
  }

  #refuse(thing: Thing, { key, seq, reason, standIn }: Refusal): void {
    const good = standIn === undefined ? {} : { good: { seq, doc: standIn } };
    if (this.isEvent(key)) this.#remove(key);
    else this.#put(key, { ...thing, state: 'refused', reason, ...good });
  }

  #remove(key: string): void {
    this.#things.delete(key);
    this.#pending.delete(key);
  }
}

function lastGood(thing: Thing | undefined): Version | undefined {
  if (thing === undefined) return undefined;
  return thing.state === 'good' ? { seq: thing.seq, doc: thing.doc } : thing.good;
}

/** Documents may be large: a record becomes one line, and all of them together no string that can be made. */
function chunksOf(things: [string, Thing][]): StateRecord[] {
  const chunks: { type: 'things'; things: [string, Thing][] }[] = [];
  let length = chunkLength;
  for (const thing of things) {
    if (length >= chunkLength) {
      chunks.push({ type: 'things', things: [] });
      length = 0;
    }
    chunks.at(-1)?.things.push(thing);
    length += JSON.stringify(thing).length;
  }
  return chunks;
}
