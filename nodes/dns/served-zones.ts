import type { DnsZone } from '@headwater/contract/nodes/dns-document';

/** `zone`: as PowerDNS is known to serve it; null while a change of it is under way, or after one whose end is not known. */
type Served = { key: string; zone: DnsZone | null };

/** What PowerDNS serves by the name of the zone, whose row it is, and whom an asked name belongs to. */
export class ServedZones {
  readonly #byName = new Map<string, Served>();
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  get(name: string): Served | undefined {
    return this.#byName.get(name);
  }

  /** The name that a row has a zone under. */
  nameOf(key: string): string | undefined {
    return this.#names.get(key);
  }

  ownerOf(name: string): string | undefined {
    return this.#byName.get(name)?.key;
  }

  /** From now on answers to its names count for it, though it may be served only in a moment. */
  expect(key: string, { id, name }: DnsZone): void {
    this.set(name, { key, zone: null });
    this.#ids.set(name, id);
  }

  set(name: string, served: Served): void {
    const before = this.#byName.get(name);
    if (before !== undefined && before.key !== served.key) this.#names.delete(before.key);
    this.#byName.set(name, served);
    this.#names.set(served.key, name);
    if (served.zone !== null) this.#ids.set(name, served.zone.id);
  }

  drop(name: string): void {
    const served = this.#byName.get(name);
    if (served !== undefined) this.#names.delete(served.key);
    this.#byName.delete(name);
    this.#ids.delete(name);
  }

  /** The zone with the longest name that the asked name is in. */
  zoneIdOf(asked: string): string | undefined {
    for (let name = asked; ; ) {
      const id = this.#ids.get(name);
      if (id !== undefined) return id;
      const dot = name.indexOf('.');
      if (dot === -1) return undefined;
      name = name.slice(dot + 1);
    }
  }
}
