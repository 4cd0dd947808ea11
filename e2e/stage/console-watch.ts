import { type BrowserContext, type ConsoleMessage, expect } from '@playwright/test';

// A browser notes every answer from 400 on; that the screen says so too is what the journeys check.
const refusedByServer = /^Failed to load resource: the server responded with a status of [45]\d\d/;
// The page fetches the screen of its address ahead; a guard may lead elsewhere.
const fetchedAhead = /was preloaded using link preload but not used/;

/**
 * Watches all tabs of a browser: nothing may complain, break the content security policy, or go anywhere but to the
 * panel and the addresses that its settings name.
 */
export class ConsoleWatch {
  readonly #complaints: string[] = [];
  readonly #strangers: string[] = [];
  readonly #expected: RegExp[] = [];
  #players: RegExp | null = null;

  constructor(context: BrowserContext, panelUrl: string, named: string[]) {
    context.on('console', (message) => this.#hear(message));
    context.on('weberror', (error) => this.#complaints.push(`uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const own = origin === panelUrl || named.includes(request.url()) || this.#players?.test(origin);
      if (/^https?:|^wss?:/.test(protocol) && !own) this.#strangers.push(request.url());
    });
  }

  /** The journey plays something: the page may ask these edges for it. */
  play(edges: RegExp): void {
    this.#players = edges;
  }

  /** Names a complaint that the journey is about: it must come, and is no fault. */
  expect(words: RegExp): void {
    this.#expected.push(words);
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    if (!refusedByServer.test(text) && !fetchedAhead.test(text)) this.#complaints.push(text);
  }

  async verify(): Promise<void> {
    // A browser may tell what it complained of a moment after the page shows it.
    for (const words of this.#expected) {
      const isHeard = () => this.#complaints.some((text) => words.test(text));
      await expect.poll(isHeard, `the console says ${words}`).toBe(true);
    }
    const unexpected = this.#complaints.filter((text) => !this.#expected.some((words) => words.test(text)));
    expect(unexpected, 'the console stays quiet').toEqual([]);
    expect(this.#strangers, 'no request leaves the panel').toEqual([]);
  }
}
