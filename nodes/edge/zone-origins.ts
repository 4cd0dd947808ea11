import type { EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { EngineRefusal } from '../lib/engine.ts';
import type { EdgeChange } from './changes.ts';
import type { Origins } from './origins.ts';
import { originHost } from './zone-config.ts';

export type Put = Extract<EdgeChange, { type: 'put' }>;

/** A zone as nginx has it now. */
export type Served = { zone: EdgeZone; origin: string; addresses: readonly string[] };

/** Which origins the zones need: the one each serves from, and the one its newest version was refused for. */
export class ZoneOrigins {
  readonly #origins: Origins;
  readonly #served = new Map<string, Served>();
  readonly #forbidden = new Map<string, string>();

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  keyOf(zone: EdgeZone): string {
    return this.#origins.keyOf(originHost(zone), zone.origin.system);
  }

  isUnknown(zone: EdgeZone): boolean {
    return this.#origins.isUnknown(this.keyOf(zone));
  }

  /** A version of the zone is on its way: its origin is needed besides. */
  expect(zone: EdgeZone): void {
    this.#hold(zone.id, this.keyOf(zone));
  }

  /**
   * What to give to nginx as far as addresses go. A forbidden origin is refused, and only the origin: switching a zone
   * off and purging it stand in the same document and need none.
   */
  judge(puts: Put[]): { zones: EdgeZone[]; refused: EngineRefusal[] } {
    const refused: EngineRefusal[] = [];
    const zones: EdgeZone[] = [];
    for (const { key, zoneId, zone, good } of puts) {
      this.expect(zone);
      const origin = this.keyOf(zone);
      const { forbidden } = this.#origins.get(origin);
      if (forbidden === null) {
        this.#forbidden.delete(zoneId);
        zones.push(zone);
        continue;
      }
      const standIn = { ...zone, origin: this.#lastGoodOrigin(zoneId, good) ?? zone.origin };
      zones.push(standIn);
      // A disabled zone asks no origin.
      if (zone.disabled) this.#forbidden.delete(zoneId);
      else {
        this.#forbidden.set(zoneId, origin);
        refused.push({ key, reason: forbidden, standIn });
      }
      this.expect(standIn);
    }
    return { zones, refused };
  }

  pin(zone: EdgeZone): Served {
    const origin = this.keyOf(zone);
    return { zone, origin, addresses: this.#origins.get(origin).addresses };
  }

  serve(served: Served[], refusedIds: Set<string>): void {
    for (const one of served) {
      if (!refusedIds.has(one.zone.id)) this.#served.set(one.zone.id, one);
      this.#hold(one.zone.id);
    }
  }

  drop(zoneId: string): void {
    this.#served.delete(zoneId);
    this.#forbidden.delete(zoneId);
    this.#origins.hold(zoneId, []);
  }

  /** Everything but these is no longer served. */
  keepOnly(zoneIds: Set<string>): void {
    for (const zoneId of this.#served.keys()) if (!zoneIds.has(zoneId)) this.drop(zoneId);
  }

  /** Zones that are served with other addresses than their origin has now. */
  withOldAddresses(origin: string): EdgeZone[] {
    const now = this.#origins.get(origin).addresses.join();
    const old = [...this.#served.values()].filter((one) => one.origin === origin && one.addresses.join() !== now);
    return old.map(({ zone }) => zone);
  }

  /** Zones whose origin was fine when they were taken and is forbidden now; each is told once. */
  turnedForbidden(origin: string): { zoneId: string; reason: string }[] {
    const { forbidden } = this.#origins.get(origin);
    if (forbidden === null) return [];
    const turned = [...this.#served.values()].filter(
      (one) => one.origin === origin && !one.zone.disabled && !this.#forbidden.has(one.zone.id),
    );
    for (const { zone } of turned) this.#forbidden.set(zone.id, origin);
    return turned.map(({ zone }) => ({ zoneId: zone.id, reason: forbidden }));
  }

  /** True when zones were refused for this origin, and it is fine now. */
  mayBeRetried(origin: string): boolean {
    return this.#origins.get(origin).forbidden === null && [...this.#forbidden.values()].includes(origin);
  }

  /** Null when no origin of the zone ever had an address that is allowed. */
  #lastGoodOrigin(zoneId: string, good: EdgeZone | null): EdgeZone['origin'] | null {
    const zone = this.#served.get(zoneId)?.zone ?? good;
    if (zone === null) return null;
    const { addresses, forbidden } = this.#origins.get(this.keyOf(zone));
    return forbidden !== null && addresses.length === 0 ? null : zone.origin;
  }

  #hold(zoneId: string, expected?: string): void {
    const keys = [this.#served.get(zoneId)?.origin, this.#forbidden.get(zoneId), expected];
    this.#origins.hold(zoneId, [...new Set(keys.filter((key) => key !== undefined))]);
  }
}
