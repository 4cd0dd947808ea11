import type { DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { nameRcode, nameType } from '@headwater/engines/powerdns';

const hourSeconds = 3600;
/** A client may ask for 65,535 types; a table of statistics has no use for them. */
const mostUnnamedTypes = 50;

type Counts = Map<number, number>;

/** Sums answers by zone, hour, type and code. */
export class UsageHours {
  readonly #zones = new Map<string, Map<number, Counts>>();
  readonly #unnamed = new Map<number, Set<string>>();
  isEmpty = true;

  add(zoneId: string, type: number, rcode: number, timeSeconds: number): void {
    this.isEmpty = false;
    let hours = this.#zones.get(zoneId);
    if (hours === undefined) {
      hours = new Map();
      this.#zones.set(zoneId, hours);
    }
    const hour = Math.floor(timeSeconds / hourSeconds);
    let counts = hours.get(hour);
    if (counts === undefined) {
      counts = new Map();
      hours.set(hour, counts);
    }
    const code = type * 0x1_0000 + rcode;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }

  /** What was counted since the last time. */
  take(): DnsUsageHour[] {
    const taken: DnsUsageHour[] = [];
    for (const [zoneId, hours] of this.#zones) {
      for (const [hour, counts] of hours) {
        const byName = new Map<string, DnsUsageHour>();
        for (const [code, queries] of counts) {
          const type = this.#typeName(Math.floor(code / 0x1_0000), hour);
          const rcode = nameRcode(code % 0x1_0000);
          const before = byName.get(`${type} ${rcode}`);
          if (before !== undefined) before.queries += queries;
          else {
            const at = new Date(hour * hourSeconds * 1000).toISOString();
            byName.set(`${type} ${rcode}`, { zoneId, hour: at, type, rcode, queries });
          }
        }
        taken.push(...byName.values());
      }
    }
    this.#zones.clear();
    this.isEmpty = true;
    return taken;
  }

  #typeName(type: number, hour: number): string {
    const name = nameType(type);
    if (!name.startsWith('TYPE')) return name;
    const seen = this.#unnamed.get(hour) ?? new Set<string>();
    if (!seen.has(name) && seen.size >= mostUnnamedTypes) return 'OTHER';
    for (const earlier of this.#unnamed.keys()) if (earlier < hour - 1) this.#unnamed.delete(earlier);
    this.#unnamed.set(hour, seen.add(name));
    return name;
  }
}
