import { isIP } from 'node:net';
import { join } from 'node:path';
import { forbiddenReason, type ResolvedOrigin } from '@headwater/engines/address';
import { readIfExists, writeAtomically } from '../lib/atomic-file.ts';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import { LookupQueue } from './lookup-queue.ts';

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
  isBusy: boolean;
};

const resolveTimeoutMs = 4000;
/** Keeps the addresses of all origins in use: checked, remembered across restarts, refreshed as their TTL says. */
export class Origins {
  readonly #options: OriginOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #held = new Map<string, readonly string[]>();
  #remembered: Record<string, string[]> = {};
  #dirty = false;
  readonly #queue = new LookupQueue<Entry>((entry) => this.#ask(entry));
  /** Those who wait for any answer. */
  #waiting: (() => void)[] = [];

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
    let resume = (): void => undefined;
    signal.addEventListener('abort', () => resume(), { once: true });
    while (!signal.aborted && keys.some((key) => this.isUnknown(key))) {
      await new Promise<void>((resolve) => {
        resume = resolve;
        this.#waiting.push(resolve);
      });
    }
  }

  /** Names without an address now. */
  failing(): { host: string; failure: string }[] {
    return [...this.#entries.values()].flatMap(({ host, failure }) => (failure === null ? [] : [{ host, failure }]));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = Date.now();
      const due = [...this.#entries.values()].filter((entry) => entry.asked && !entry.isBusy && entry.dueAtMs <= now);
      this.#queue.setDue(due.sort((a, b) => a.dueAtMs - b.dueAtMs));
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
      isBusy: false,
    };
    this.#entries.set(key, entry);
    this.#queue.addFresh(entry);
    return entry;
  }

  async #ask(entry: Entry): Promise<void> {
    if (entry.holders.size === 0) return;
    const before = { addresses: entry.addresses.join(), forbidden: entry.forbidden };
    try {
      const { addresses, ttlSeconds } = await this.#options.resolve(entry.host, { timeoutMs: resolveTimeoutMs });
      // Sorted: name servers rotate their answers, and that is no change.
      const found = [...new Set(addresses.map(({ address }) => address))].sort();
      const refused = entry.trusted ? undefined : found.find((address) => this.#judge(address) !== null);
      entry.forbidden = refused === undefined ? null : explain(entry.host, this.#judge(refused));
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
    for (const resume of this.#waiting.splice(0)) resume();
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

/** The address is told only to those who wrote it: what names mean inside this network is nobody's to find out. */
const explain = (host: string, what: string | null): string =>
  isIP(host) === 0 ? `The name of the origin, ${host}, resolves to ${what}.` : `The origin ${host} is ${what}.`;
