import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import { type PowerDnsApi, PowerDnsRefused, type Rrset, type RrsetChange } from '@headwater/engines/powerdns';
import { log } from '../lib/log.ts';
import { ServedZones } from './served-zones.ts';
import { Turns } from './turns.ts';
import { differenceOf, keyOf, serialOf, textOf, withEarlierSerial } from './zone-difference.ts';

export type Api = Pick<
  PowerDnsApi,
  'listZones' | 'readZone' | 'createZone' | 'patchZone' | 'deleteZone' | 'readKeys' | 'setKey' | 'flush'
>;

/** An answer of PowerDNS about this zone, and not about who asks. */
export const isRefusal = (error: unknown): error is PowerDnsRefused =>
  error instanceof PowerDnsRefused && error.status !== 401 && error.status !== 429;

/**
 * Makes PowerDNS serve a zone as its document says, with no more than what differs. A zone's SOA serial is the last thing
 * of a change to reach PowerDNS: where it is right, all of the zone is, whenever this program was killed.
 */
export class ZoneKeeper {
  readonly zones = new ServedZones();
  readonly #api: Api;
  readonly #turns = new Turns();
  /** Records that PowerDNS writes in another way than the document: what it makes of them, by zone and record set. */
  readonly #spellings = new Map<string, Map<string, string>>();

  constructor(api: Api) {
    this.#api = api;
  }

  listZones(): ReturnType<Api['listZones']> {
    return this.#api.listZones();
  }

  /** From what it is known to serve; a zone that is not known is not there. */
  put(key: string, zone: DnsZone): Promise<void> {
    return this.#change(key, zone, async () => {
      const served = this.zones.get(zone.name)?.zone;
      this.zones.expect(key, zone);
      if (served == null) await this.#create(zone);
      else await this.#update(served, zone);
    });
  }

  /** From what PowerDNS said about it: its serial, or null where it has no such zone. */
  match(key: string, zone: DnsZone, serial: number | null, distrust: boolean): Promise<void> {
    return this.#change(key, zone, async () => {
      this.zones.expect(key, zone);
      if (serial === null) await this.#create(zone);
      else if (distrust || serial !== serialOf(zone)) await this.#compare(zone);
    });
  }

  remove(name: string): Promise<void> {
    return this.#turns.take(name, async () => {
      await this.#api.deleteZone(name);
      await this.#api.flush(name);
      this.zones.drop(name);
      this.#spellings.delete(name);
    });
  }

  /** For a zone that nobody wants, unless somebody has come to want it meanwhile. Answers whether it was removed. */
  async removeUnwanted(name: string): Promise<boolean> {
    return await this.#turns.take(name, async () => {
      if (this.zones.get(name) !== undefined) return false;
      await this.#api.deleteZone(name);
      await this.#api.flush(name);
      return true;
    });
  }

  /** Compares what is served with what should be, record by record, and mends it. Answers whether it had to. */
  repair(name: string): Promise<boolean> {
    return this.#turns.take(name, async () => {
      const zone = this.zones.get(name)?.zone;
      if (zone == null) return false;
      const found = await this.#readWhole(name);
      if (found === undefined) {
        await this.#create(zone);
        return true;
      }
      const wrongKey = !isSignedWith(await this.#api.readKeys(name), zone);
      const wrong = this.#wrongIn(found, zone);
      if (!wrongKey && wrong.length === 0) return false;
      if (wrongKey) await this.#api.setKey(name, zone.signing?.privateKey ?? null);
      await this.#api.patchZone(name, wrong);
      await this.#api.flush(name);
      return this.#learnSpellings(zone, found, (await this.#api.readZone(name)) ?? []) || wrongKey;
    });
  }

  /** `zone` is what is served once the work is done, and what was served before still is when PowerDNS refuses it. */
  #change(key: string, zone: DnsZone, work: () => Promise<void>): Promise<void> {
    const { name } = zone;
    return this.#turns.take(name, async () => {
      const before = this.zones.get(name);
      try {
        await work();
        this.zones.set(name, { key, zone });
      } catch (error) {
        if (isRefusal(error) && before?.zone != null) this.zones.set(name, before);
        else if (isRefusal(error)) this.zones.drop(name);
        throw error;
      }
    });
  }

  async #create(zone: DnsZone): Promise<void> {
    const { name, rrsets, signing } = zone;
    this.#spellings.delete(name);
    try {
      // Two steps where it is signed: were this program killed in between, the serial would tell.
      await this.#api.createZone({ name, rrsets: signing === null ? rrsets : withEarlierSerial(zone), signing });
    } catch (error) {
      if (!(isRefusal(error) && error.status === 409)) throw error;
      return await this.#compare(zone);
    }
    if (signing !== null) await this.#api.patchZone(name, differenceOf(withEarlierSerial(zone), rrsets));
    await this.#api.flush(name);
  }

  async #update(served: DnsZone, zone: DnsZone): Promise<void> {
    const { name } = zone;
    const keyOfServed = served.signing?.privateKey ?? null;
    const key = zone.signing?.privateKey ?? null;
    if (key !== keyOfServed) await this.#api.setKey(name, key);
    try {
      await this.#api.patchZone(name, differenceOf(served.rrsets, zone.rrsets));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Somebody took the zone away behind our back.
      if ((await this.#api.readZone(name)) === undefined) return await this.#create(zone);
      if (key !== keyOfServed) await this.#api.setKey(name, keyOfServed);
      throw error;
    }
    await this.#api.flush(name);
  }

  async #compare(zone: DnsZone): Promise<void> {
    const { name } = zone;
    const found = await this.#readWhole(name);
    if (found === undefined) return await this.#create(zone);
    if (!isSignedWith(await this.#api.readKeys(name), zone))
      await this.#api.setKey(name, zone.signing?.privateKey ?? null);
    await this.#api.patchZone(name, this.#wrongIn(found, zone));
    await this.#api.flush(name);
  }

  /** PowerDNS that was killed while it made a zone has one without records: nobody is answered from it, and no key can be set. */
  async #readWhole(name: string): Promise<Rrset[] | undefined> {
    const found = await this.#api.readZone(name);
    if (found === undefined || found.some(({ type }) => type === 'SOA')) return found;
    await this.#api.deleteZone(name);
    return undefined;
  }

  #wrongIn(found: Rrset[], zone: DnsZone): RrsetChange[] {
    const spellings = this.#spellings.get(zone.name);
    const difference = differenceOf(found, zone.rrsets);
    if (spellings === undefined) return difference;
    const texts = new Map(found.map((rrset) => [keyOf(rrset), textOf(rrset)]));
    return difference.filter((change) => {
      const spelling = spellings.get(keyOf(change));
      return spelling === undefined || change.records === null || spelling !== both(change, texts.get(keyOf(change)));
    });
  }

  /** What PowerDNS gives back unchanged after it was written is its way to write the same. Answers whether more differed. */
  #learnSpellings(zone: DnsZone, before: Rrset[], after: Rrset[]): boolean {
    const texts = new Map(before.map((rrset) => [keyOf(rrset), textOf(rrset)]));
    const still = new Map(after.map((rrset) => [keyOf(rrset), textOf(rrset)]));
    let hasDiffered = false;
    for (const change of this.#wrongIn(before, zone)) {
      const text = texts.get(keyOf(change));
      if (change.records === null || text === undefined || still.get(keyOf(change)) !== text) hasDiffered = true;
      else {
        const spellings = this.#spellings.get(zone.name) ?? new Map<string, string>();
        this.#spellings.set(zone.name, spellings.set(keyOf(change), both(change, text)));
        log.info('PowerDNS writes records in its own way', { zone: zone.name, records: keyOf(change) });
      }
    }
    return hasDiffered;
  }
}

/** Written and read form of one record set. */
const both = ({ ttl, records }: RrsetChange, found = ''): string =>
  `${textOf({ ttl, records: records ?? [] })}\0${found}`;

const numberIn = (key: string): string | undefined => /^PrivateKey:\s*(\S+)/m.exec(key)?.[1];

function isSignedWith(keys: string[], { signing }: DnsZone): boolean {
  if (signing === null) return keys.length === 0;
  return keys.length === 1 && numberIn(keys[0] ?? '') === numberIn(signing.privateKey);
}
