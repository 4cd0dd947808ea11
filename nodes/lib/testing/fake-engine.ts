import type { Change } from '../desired-state.ts';
import type { Engine, EngineRefusal } from '../engine.ts';

/** Remembers what it was given, refuses documents that say `refuse`. */
export class FakeEngine implements Engine {
  readonly things = new Map<string, unknown>();
  readonly events: string[] = [];
  /** Every call in order, as text. */
  readonly calls: string[] = [];
  opened = false;
  /** What was served in the moment of opening. */
  openedWith: { things: number; events: number } | null = null;
  away = false;
  warnings: string[] = [];
  notices: string[] = [];

  async replace(things: Change[], forget: boolean): Promise<EngineRefusal[]> {
    this.#call(`replace ${things.length}${forget ? ' forget' : ''}`);
    this.things.clear();
    return this.#take(things);
  }

  async apply(changes: Change[]): Promise<EngineRefusal[]> {
    this.#call(`apply ${changes.map(({ key }) => key).join(' ')}`);
    return this.#take(changes);
  }

  async restore(things: Change[]): Promise<void> {
    this.#call(`restore ${things.map(({ key }) => key).join(' ')}`);
    for (const { key, doc } of things) this.things.set(key, doc);
  }

  async open(): Promise<void> {
    this.#call('open');
    this.opened = true;
    this.openedWith ??= { things: this.things.size, events: this.events.length };
  }

  async close(): Promise<void> {
    this.#call('close');
    this.opened = false;
    this.things.clear();
  }

  health() {
    return { serving: this.opened && !this.away, warnings: this.warnings, notices: this.notices };
  }

  #call(text: string): void {
    if (this.away) throw new Error('the engine is away');
    this.calls.push(text);
  }

  #take(changes: Change[]): EngineRefusal[] {
    const refused: EngineRefusal[] = [];
    for (const { key, doc } of changes) {
      if (key.startsWith('event/')) this.events.push(key);
      else if (doc === null) this.things.delete(key);
      else if ((doc as { refuse?: string }).refuse === undefined) this.things.set(key, doc);
      else refused.push({ key, reason: (doc as { refuse: string }).refuse });
    }
    return refused;
  }
}
