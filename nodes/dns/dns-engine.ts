import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import type { Change } from '../lib/desired-state.ts';
import type { Engine, EngineHealth, EngineRefusal } from '../lib/engine.ts';
import { log } from '../lib/log.ts';
import { namesIn, understand } from './changes.ts';
import { eachOf } from './turns.ts';
import { isRefusal, type ZoneKeeper } from './zone-keeper.ts';

/** PowerDNS writes one zone at a time anyway; a few requests on their way keep it from waiting for us. */
const zonesAtOnce = 8;

type Put = { key: string; zone: DnsZone };

/** Zones as PowerDNS takes them. It keeps them on its own disk, and answers whether or not this program runs. */
export class DnsEngine implements Engine {
  readonly #keeper: ZoneKeeper;
  readonly #health: () => EngineHealth;
  readonly #onKnown: () => void;
  /** False until PowerDNS has been compared with everything, and while it may be away. */
  isWhole = false;

  /** `onKnown`: which names are whose is known from now on. */
  constructor(keeper: ZoneKeeper, health: () => EngineHealth, onKnown: () => void) {
    this.#keeper = keeper;
    this.#health = health;
    this.#onKnown = onKnown;
  }

  /** PowerDNS that was restarted has what it had: a zone with the right serial costs nothing, unless serials cannot be trusted. */
  async replace(things: Change[], forget: boolean): Promise<EngineRefusal[]> {
    this.isWhole = false;
    const { zones } = this.#keeper;
    const puts = new Map<string, Put>();
    const refused: EngineRefusal[] = [];
    for (const change of things.map(understand)) {
      if (change.type === 'unknown') refused.push({ key: change.key, reason: change.reason });
      else if (change.type === 'put') puts.set(change.zone.name, change);
    }
    for (const { key, zone } of puts.values()) if (zones.ownerOf(zone.name) !== key) zones.expect(key, zone);
    this.#onKnown();
    const serials = new Map((await this.#keeper.listZones()).map(({ name, serial }) => [name, serial]));
    const wanted = new Set(things.flatMap(namesIn));
    const unwanted = [...new Set([...serials.keys(), ...zones.names])].filter((name) => !wanted.has(name));
    await eachOf(unwanted, zonesAtOnce, (name) => this.#keeper.remove(name));
    await eachOf(puts.values(), zonesAtOnce, async ({ key, zone }) => {
      const work = this.#keeper.match(key, zone, serials.get(zone.name) ?? null, forget);
      refused.push(...(await refusalOf(key, work)));
    });
    this.isWhole = true;
    return refused;
  }

  async apply(changes: Change[]): Promise<EngineRefusal[]> {
    const refused: EngineRefusal[] = [];
    // Of a name that changed hands among these changes only the last word counts.
    const steps = new Map<string, Put | null>();
    const ownerOf = (name: string) => {
      const step = steps.get(name);
      return step === undefined ? this.#keeper.zones.ownerOf(name) : step?.key;
    };
    for (const change of changes.map(understand)) {
      if (change.type === 'unknown') {
        refused.push({ key: change.key, reason: change.reason });
        continue;
      }
      const before = this.#keeper.zones.nameOf(change.key);
      const name = change.type === 'put' ? change.zone.name : undefined;
      if (before !== undefined && before !== name && ownerOf(before) === change.key) steps.set(before, null);
      if (change.type === 'put') steps.set(change.zone.name, change);
    }
    try {
      await eachOf(steps, zonesAtOnce, async ([name, put]) => {
        if (put === null) await this.#keeper.remove(name);
        else refused.push(...(await refusalOf(put.key, this.#keeper.put(put.key, put.zone))));
      });
    } catch (error) {
      this.isWhole = false;
      throw error;
    }
    return refused;
  }

  async restore(things: Change[]): Promise<void> {
    for (const refusal of await this.apply(things)) log.error('a last good version is refused', refusal);
  }

  /** Nothing to open: what PowerDNS has is answered from its start, also while this program is away. */
  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.isWhole = false;
    const listed = (await this.#keeper.listZones()).map(({ name }) => name);
    await eachOf(new Set([...listed, ...this.#keeper.zones.names]), zonesAtOnce, (name) => this.#keeper.remove(name));
  }

  health(): EngineHealth {
    return this.#health();
  }
}

async function refusalOf(key: string, work: Promise<void>): Promise<EngineRefusal[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [{ key, reason: error.message }];
  }
}
