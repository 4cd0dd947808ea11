import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import type { ZoneKeeper } from './zone-keeper.ts';

/** How long a repair is told. */
const toldMs = 15 * 60_000;
const namedZones = 5;

export type DriftOptions = {
  keeper: ZoneKeeper;
  everySeconds: number;
  /** False while PowerDNS is being brought to its state, or is away. */
  isWhole: () => boolean;
  onRepaired: () => void;
};

/**
 * Looks whether PowerDNS still serves what it was given: somebody may have changed it by hand, or restored its disk. One
 * zone at a time, spread over the interval, so that it costs nothing that anybody would notice.
 */
export class DriftCheck {
  readonly #options: DriftOptions;
  readonly #repaired = new Map<string, number>();

  constructor(options: DriftOptions) {
    this.#options = options;
  }

  get warning(): string | null {
    const sinceMs = Date.now() - toldMs;
    const names = [...this.#repaired].flatMap(([name, atMs]) => (atMs > sinceMs ? [name] : []));
    if (names.length === 0) return null;
    const more = names.length > namedZones ? ` and ${names.length - namedZones} more` : '';
    const shown = `${names.slice(0, namedZones).join(', ')}${more}`;
    return names.length === 1
      ? `1 zone differed from what it should be and was repaired: ${shown}.`
      : `${names.length} zones differed from what they should be and were repaired: ${shown}.`;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#round(signal);
      } catch (error) {
        if (!signal.aborted) log.warn('the zones could not be checked', { reason: describe(error) });
      }
      await pause(this.#options.everySeconds * 500, signal);
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { keeper, everySeconds, isWhole } = this.#options;
    if (!isWhole()) return;
    const { names } = keeper.zones;
    const known = new Set(names);
    for (const { name } of await keeper.listZones())
      if (!known.has(name) && (await keeper.removeUnwanted(name))) this.#note(name);
    for (const name of names) {
      if (signal.aborted || !isWhole()) return;
      if (await keeper.repair(name)) this.#note(name);
      // Half of the interval for the looks, half of it for the rest between two rounds.
      await pause(Math.min(1000, (everySeconds * 500) / names.length), signal);
    }
  }

  #note(name: string): void {
    log.warn('a zone differed from what it should be and was repaired', { zone: name });
    const sinceMs = Date.now() - toldMs;
    for (const [told, atMs] of this.#repaired) if (atMs <= sinceMs) this.#repaired.delete(told);
    this.#repaired.set(name, Date.now());
    this.#options.onRepaired();
  }
}
