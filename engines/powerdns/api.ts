import { ApiCaller, PowerDnsRefused } from './call.ts';

/** All records of one name and type. Names are absolute without the dot at their end; data is in presentation format. */
export type Rrset = { name: string; type: string; ttl: number; records: string[] };
/** `records: null` removes the name's records of that type. */
export type RrsetChange = { name: string; type: string; ttl: number; records: string[] | null };
export type NewZone = { name: string; rrsets: Rrset[]; signing?: { privateKey: string } | null };
export type ListedZone = { name: string; serial: number };

type RrsetOfApi = { name: string; type: string; ttl: number; records: { content: string }[] };
type KeyOfApi = { id: number; active: boolean; published: boolean; privatekey?: string; ds?: string[] };

/** Speaks to a running PowerDNS. Calls for one zone must follow each other: it does not guard against two at a time. */
export class PowerDnsApi {
  readonly #caller: ApiCaller;

  constructor(access: { url: string; key: string }) {
    this.#caller = new ApiCaller(access);
  }

  async listZones(): Promise<ListedZone[]> {
    const zones = (await this.#caller.call('GET', '/zones?dnssec=false')) as { name: string; serial: number }[];
    return zones.map(({ name, serial }) => ({ name: withoutDot(name), serial }));
  }

  /** What PowerDNS holds; undefined where it has no such zone. */
  async readZone(name: string): Promise<Rrset[] | undefined> {
    const zone = await this.#unlessMissing('GET', pathOf(name));
    if (!zone) return undefined;
    return (zone as { rrsets: RrsetOfApi[] }).rrsets.map(({ name, type, ttl, records }) => ({
      name: withoutDot(name),
      type,
      ttl,
      records: records.map(({ content }) => content),
    }));
  }

  /** All or nothing. */
  async createZone({ name, rrsets, signing }: NewZone): Promise<void> {
    await this.#caller.call('POST', '/zones', {
      name: `${name}.`,
      kind: 'Native',
      nameservers: [],
      rrsets: rrsets.map(forApi),
      // Otherwise PowerDNS writes serials of its own.
      soa_edit_api: '',
    });
    if (!signing) return;
    try {
      await this.setKey(name, signing.privateKey);
    } catch (error) {
      await this.deleteZone(name);
      throw error;
    }
  }

  /** All of the changes or none. */
  async patchZone(name: string, changes: RrsetChange[]): Promise<void> {
    if (changes.length === 0) return;
    // PowerDNS takes one after the other: an alias can only come once the records in its place are gone.
    const removals = changes.filter(({ records }) => !records);
    // What its LMDB forgets to delete: names that are gone would be proven to be there (its issue 11612).
    const shrunken = new Set(removals.map(({ name }) => name));
    const leftovers = [...shrunken].map((name) => ({ name, type: 'NSEC3', ttl: 0, records: null }));
    const rrsets = [...removals, ...leftovers, ...changes.filter(({ records }) => records)].map(
      ({ records, ...change }) => ({
        ...forApi({ ...change, records: records ?? [] }),
        changetype: records ? 'REPLACE' : 'DELETE',
      }),
    );
    await this.#caller.call('PATCH', pathOf(name), { rrsets });
  }

  async deleteZone(name: string): Promise<void> {
    await this.#unlessMissing('DELETE', pathOf(name));
  }

  /** The zone's private keys in the ISC format. */
  async readKeys(name: string): Promise<string[]> {
    return (await this.#keysOf(name)).map(({ privatekey }) => privatekey ?? '');
  }

  /** The DS records that the parent may publish for the zone's keys, SHA-256 first. */
  async readDigests(name: string): Promise<string[]> {
    const keys = (await this.#caller.call('GET', `${pathOf(name)}/cryptokeys`)) as KeyOfApi[];
    const digests = keys.flatMap(({ ds }) => ds ?? []);
    return digests.filter(isSha256).concat(digests.filter((digest) => !isSha256(digest)));
  }

  /** Signs with this key (ISC format) and no other; null: with none. */
  async setKey(name: string, privateKey: string | null): Promise<void> {
    const keys = await this.#keysOf(name);
    const path = `${pathOf(name)}/cryptokeys`;
    const kept = keys.find((key) => key.active && key.published && isSameKey(key.privatekey, privateKey));
    if (privateKey !== null && !kept)
      await this.#caller.call('POST', path, { keytype: 'csk', active: true, published: true, content: privateKey });
    for (const { id } of keys.filter((key) => key !== kept)) await this.#caller.call('DELETE', `${path}/${id}`);
    if (privateKey !== null && !kept) await this.#caller.call('PUT', `${pathOf(name)}/rectify`);
    await this.flush(name);
  }

  /** Forgets what is kept ready for the zone's name and everything below it. */
  async flush(name: string): Promise<void> {
    await this.#caller.call('PUT', `/cache/flush?domain=${encodeURIComponent(`${name}.`)}`);
  }

  /** A cheap look: a smaller number than the last one is a PowerDNS that was restarted. */
  async readUptimeSeconds(): Promise<number> {
    const said = await this.#caller.call('GET', '/statistics?statistic=uptime');
    return Number((said as { value: string }[])[0]?.value);
  }

  /** Lets go of the connections. The instance can still be used. */
  close(): void {
    this.#caller.close();
  }

  /** The list leaves the private parts out. */
  async #keysOf(name: string): Promise<KeyOfApi[]> {
    const path = `${pathOf(name)}/cryptokeys`;
    const keys = (await this.#caller.call('GET', path)) as KeyOfApi[];
    return Promise.all(keys.map(({ id }) => this.#caller.call('GET', `${path}/${id}`) as Promise<KeyOfApi>));
  }

  async #unlessMissing(method: string, path: string): Promise<unknown> {
    try {
      return await this.#caller.call(method, path);
    } catch (error) {
      if (error instanceof PowerDnsRefused && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** Key tag, algorithm, digest type, digest. */
const isSha256 = (digest: string) => digest.split(' ')[2] === '2';

const withoutDot = (name: string) => name.replace(/\.$/, '');

/** PowerDNS' own form of a name in a path. */
const pathOf = (name: string) =>
  `/zones/${encodeURIComponent(`${name}.`.replace(/[^A-Za-z0-9.-]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))}`;

const forApi = ({ name, type, ttl, records }: Rrset) => ({
  name: `${name}.`,
  type,
  ttl,
  records: records.map((content) => ({ content, disabled: false })),
});

/** Only the number counts: PowerDNS writes the lines around it anew. */
function isSameKey(one: string | undefined, other: string | null): boolean {
  const number = numberIn(one ?? '');
  return number !== undefined && number === numberIn(other ?? '');
}

const numberIn = (key: string) => /^PrivateKey:\s*(\S+)/m.exec(key)?.[1];
