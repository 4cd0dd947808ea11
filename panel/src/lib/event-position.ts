import type { ServerEvent } from '@headwater/contract/system/routes';
import type { EventMessage } from './event-stream.ts';

/** What to ask for again: what an event names, or everything. */
export type News = ServerEvent | 'all';

/** What the tab that is connected tells the others. */
export type Shared = { id: string | null; news: News | null; reach?: 'answered' | 'failed' };

/**
 * How far this tab has heard the server's events, from its own connection or from another tab's, and what a message
 * means from there. An older id than need be does no harm: the server repeats a few events, or says `reset`.
 */
export class EventPosition {
  #lastId: string | null = null;
  #firstAnswerId: string | null = null;
  #askedId: string | null = null;
  /** Nothing of the stream was heard before the connection, and what other tabs show may be older than what this one does. */
  #isNew = true;
  #heardBefore = false;

  /** An answer was given, and this was the last event before it. What changes after the first one must be heard. */
  begin(id: string): void {
    this.#firstAnswerId ??= id;
  }

  /** A connection is about to be made: the id to go on from. */
  connect(): string | null {
    this.#isNew = this.#lastId === null;
    this.#askedId = this.#lastId ?? this.#firstAnswerId;
    return this.#askedId;
  }

  /** Another tab is connected, so what this one shows may be older than a connection that it makes later. */
  wait(): void {
    this.#heardBefore = true;
  }

  /** A message of this tab's own connection. */
  hear({ id, event, data }: EventMessage): { news: News | null; shared: Shared } {
    this.#lastId = id ?? this.#lastId;
    const begins = event === 'ready' || event === 'reset';
    const news = begins ? this.#missed(event) : parse(data);
    // A tab that was answered nothing before has missed nothing, but others may have.
    const first = begins && this.#askedId === null && !this.#heardBefore;
    this.#heardBefore ||= begins;
    return { news: first ? null : news, shared: { id, news: begins && this.#isNew ? 'all' : news } };
  }

  /** What the tab that is connected has told. */
  overhear({ id, news }: Shared): News | null {
    this.#lastId = id ?? this.#lastId;
    return news;
  }

  /** Without an id to go on from, the server cannot repeat what was missed. */
  #missed(event: 'ready' | 'reset'): News | null {
    return event === 'reset' || this.#askedId === null ? 'all' : null;
  }
}

function parse(data: string): ServerEvent | null {
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === 'object' && event !== null && 'topic' in event ? (event as ServerEvent) : null;
  } catch {
    return null;
  }
}

/** The tab's, not a listener's: one layout stops listening and the next begins, and what happens in between counts. */
export const position = new EventPosition();
