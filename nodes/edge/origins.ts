import { join } from 'node:path';
import { forbiddenReason, type ResolvedOrigin } from '@headwater/engines/address';
import { readIfExists, writeAtomically } from '../lib/atomic-file.ts';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';

export type OriginOptions = {
  folder: string;
  allowPrivate: boolean;
  ownAddresses: readonly string[];
  resolve: (host: string, options: { timeoutMs: number }) => Promise<ResolvedOrigin>;
  /** The addresses of a host changed, or the verdict on them. */
  onChange: (key: string) => void;
};

/** `addresses` are the last ones that were allowed; `forbidden` and `failure` say what the newest answer was instead. */
export type Pinned = { addresses: readonly string[]; forbidden: string | null; failure: string | null };

type Entry = Pinned & {
  host: string;
  trusted: boolean;
  holders: Set<string>;
  asked: boolean;
  failures: number;
  dueAtMs: number;
  asking: Promise<void> | null;
};

const resolveTimeoutMs = 4000;
const mostAtOnce = 64;
/** Names that failed last time share few places, so that a crowd of dead ones leaves room for the living. */
const mostFailingAtOnce = 8;

/** Keeps the addresses of all origins in use: checked, remembered across restarts, refreshed as their TTL says. */
export class Origins {
  readonly #options: OriginOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #held = new Map<string, readonly string[]>();
  #remembered: Record<string, string[]> = {};
  #dirty = false;
  #fresh: Entry[] = [];
  #due: Entry[] = [];
  #asking = 0;
  #askingFailing = 0;

  constructor(options: OriginOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const text = await readIfExists(this.#file).catch(() => null);
    try {
      this.#remembered = text === null ? {} : (JSON.parse(text) as Record<string, string[]>);
    } catch {
      this.#remembered = {};
    }
  }

  /** Under which an origin's addresses are kept. Those of the provider itself are trusted: their addresses are not judged. */
  keyOf(host: string, system: boolean): string {
    return `${system || this.#options.allowPrivate ? 'trusted' : 'checked'} ${host}`;
  }

  /** The zone needs these origins from now on, and no others. */
  hold(zoneId: string, keys: readonly string[]): void {
    for (const key of keys) (this.#entries.get(key) ?? this.#enter(key)).holders.add(zoneId);
    for (const key of this.#held.get(zoneId) ?? []) {
      const entry = this.#entries.get(key);
      if (entry === undefined || keys.includes(key)) continue;
      entry.holders.delete(zoneId);
      if (entry.holders.size === 0) this.#entries.delete(key);
    }
    if (keys.length > 0) this.#held.set(zoneId, keys);
    else this.#held.delete(zoneId);
  }

  get(key: string): Pinned {
    return this.#entries.get(key) ?? { addresses: [], forbidden: null, failure: null };
  }

  /** True while nothing is known about the origin: neither from now nor from before. */
  isUnknown(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && !entry.asked && entry.addresses.length === 0;
  }

  /** Resolves once something is known about each of these, or when the signal is given. */
  async settled(keys: string[], signal: AbortSignal): Promise<void> {
    for (const key of keys) {
      while (!signal.aborted && this.isUnknown(key)) {
        const asking = this.#entries.get(key)?.asking ?? null;
        await Promise.race(asking === null ? [pause(20, signal)] : [pause(resolveTimeoutMs, signal), asking]);
      }
    }
  }

  /** Names without an address now. */
  failing(): { host: string; failure: string }[] {
    return [...this.#entries.values()].flatMap(({ host, failure }) => (failure === null ? [] : [{ host, failure }]));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = Date.now();
      const due = [...this.#entries.values()].filter(
        (entry) => entry.asked && entry.asking === null && entry.dueAtMs <= now,
      );
      this.#due = due.sort((a, b) => a.dueAtMs - b.dueAtMs);
      this.#askWaiting();
      if (this.#dirty)
        await this.#remember().catch((error: unknown) =>
          log.warn('cannot keep the addresses of origins', { reason: describe(error) }),
        );
      await pause(500, signal);
    }
  }

  #enter(key: string): Entry {
    const trusted = key.startsWith('trusted ');
    const remembered = this.#remembered[key] ?? [];
    const entry: Entry = {
      host: key.slice(key.indexOf(' ') + 1),
      trusted,
      addresses: remembered.filter((address) => trusted || this.#judge(address) === null),
      forbidden: null,
      failure: null,
      holders: new Set(),
      asked: false,
      failures: 0,
      dueAtMs: 0,
      asking: null,
    };
    this.#entries.set(key, entry);
    this.#fresh.push(entry);
    // Not before it has its holder.
    queueMicrotask(() => this.#askWaiting());
    return entry;
  }

  /** Never asked first: somebody waits for those. */
  #askWaiting(): void {
    const later: Entry[] = [];
    while (this.#asking < mostAtOnce) {
      const entry = this.#fresh.shift() ?? this.#due.shift();
      if (entry === undefined) break;
      if (entry.asking !== null || entry.holders.size === 0) continue;
      const failing = entry.failures > 0;
      if (failing && this.#askingFailing >= mostFailingAtOnce) {
        later.push(entry);
        continue;
      }
      this.#asking += 1;
      this.#askingFailing += failing ? 1 : 0;
      entry.asking = this.#ask(entry).finally(() => {
        this.#asking -= 1;
        this.#askingFailing -= failing ? 1 : 0;
        entry.asking = null;
        this.#askWaiting();
      });
    }
    this.#due.unshift(...later);
  }

  async #ask(entry: Entry): Promise<void> {
    const before = { addresses: entry.addresses.join(), forbidden: entry.forbidden };
    try {
      const { addresses, ttlSeconds } = await this.#options.resolve(entry.host, { timeoutMs: resolveTimeoutMs });
      // Sorted: name servers rotate their answers, and that is no change.
      const found = [...new Set(addresses.map(({ address }) => address))].sort();
      const refused = entry.trusted ? undefined : found.find((address) => this.#judge(address) !== null);
      entry.forbidden =
        refused === undefined
          ? null
          : `The origin ${entry.host} has the address ${refused}, which is ${this.#judge(refused)}.`;
      if (refused === undefined) entry.addresses = found;
      entry.failure = null;
      entry.failures = 0;
      entry.dueAtMs = Date.now() + ttlSeconds * 1000;
    } catch (error) {
      entry.failure = describe(error);
      entry.failures += 1;
      entry.dueAtMs = Date.now() + Math.min(60_000, 2500 * 2 ** Math.min(entry.failures, 5));
    }
    entry.asked = true;
    if (entry.addresses.join() === before.addresses && entry.forbidden === before.forbidden) return;
    this.#dirty = true;
    if (entry.holders.size > 0) this.#options.onChange(`${entry.trusted ? 'trusted' : 'checked'} ${entry.host}`);
  }

  #judge(address: string): string | null {
    return forbiddenReason(address, this.#options.ownAddresses);
  }

  get #file(): string {
    return join(this.#options.folder, 'origins.json');
  }

  async #remember(): Promise<void> {
    this.#dirty = false;
    this.#remembered = Object.fromEntries([...this.#entries].map(([key, { addresses }]) => [key, [...addresses]]));
    await writeAtomically(this.#file, JSON.stringify(this.#remembered));
  }
}
