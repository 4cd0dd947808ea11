import { HostTree } from './host-tree.ts';
import { absoluteName, relativeHost, upwards } from './names.ts';
import { type RecordProblem, type RecordValue, toRdata } from './record-types.ts';

export const mostRecords = 20_000;
/** Of one name and type. */
export const mostInSet = 400;
/** A set must fit into one DNS message (65,535) beside its signature and the question. */
const mostSetOctets = 60_000;

export type ZoneRecord = RecordValue & { status: number };

type RecordSet<R> = { byRdata: Map<string, R>; octets: number };

/** Resolvers give up on longer chains, and a hostile import must not make each check longer. */
const mostFollowed = 16;

/** Each record with the name that must not be a CNAME: RFC 2181 10.3, RFC 2782. */
const pointerTypes: readonly string[] = ['MX', 'NS', 'SRV'];

/**
 * A domain's records, held so that each rule across the zone is asked in a few look-ups, for one write and for an import
 * of thousands alike. Disabled records are not answered, so they count only as what is there already.
 *
 * All records of a name and type share one TTL (RFC 2181 5.2): the last one written wins, and whoever writes gives it to
 * the others of `setOf`.
 */
export class ZoneIndex<R extends ZoneRecord = ZoneRecord> {
  readonly #domain: string;
  readonly #sets = new Map<string, RecordSet<R>>();
  /** Enabled records of each type at a host. */
  readonly #counts = new Map<string, Map<string, number>>();
  /** The hosts of enabled records; made when the first delegation is judged, for few domains have one. */
  #hosts: HostTree | undefined;
  /** How many enabled NS there are. */
  #delegations = 0;
  /** By a host of this domain: the enabled records that point to it. */
  readonly #pointers = new Map<string, Set<R>>();
  #size = 0;

  constructor(domain: string, records: Iterable<R> = []) {
    this.#domain = domain;
    for (const record of records) this.add(record);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds without judging: ask `check` first. */
  add(record: R): void {
    const rdata = toRdata(record);
    const set = this.#sets.get(setKey(record)) ?? { byRdata: new Map<string, R>(), octets: 0 };
    if (set.byRdata.has(rdata)) return;
    set.byRdata.set(rdata, record);
    set.octets += estimateOctets(rdata);
    this.#sets.set(setKey(record), set);
    this.#size++;
    if (record.status !== 1) return;
    const types = this.#counts.get(record.host) ?? new Map<string, number>();
    types.set(record.type, (types.get(record.type) ?? 0) + 1);
    this.#counts.set(record.host, types);
    this.#hosts?.add(record.host);
    if (record.type === 'NS') this.#delegations++;
    const pointed = this.#pointedHost(record);
    if (pointed !== null) put(this.#pointers, pointed, record);
  }

  /** Takes out the record with this host, type and data; false when there is none. */
  remove(record: ZoneRecord): boolean {
    const rdata = toRdata(record);
    const set = this.#sets.get(setKey(record));
    const held = set?.byRdata.get(rdata);
    if (!set || !held) return false;
    set.byRdata.delete(rdata);
    set.octets -= estimateOctets(rdata);
    if (set.byRdata.size === 0) this.#sets.delete(setKey(record));
    this.#size--;
    if (held.status !== 1) return true;
    const types = this.#counts.get(held.host);
    const left = (types?.get(held.type) ?? 1) - 1;
    if (left > 0) types?.set(held.type, left);
    else types?.delete(held.type);
    if (types?.size === 0) {
      this.#counts.delete(held.host);
      this.#hosts?.remove(held.host);
    }
    if (held.type === 'NS') this.#delegations--;
    const pointed = this.#pointedHost(held);
    if (pointed !== null) this.#pointers.get(pointed)?.delete(held);
    return true;
  }

  /** The record with the same host, type and data. */
  find(record: ZoneRecord): R | undefined {
    return this.#sets.get(setKey(record))?.byRdata.get(toRdata(record));
  }

  /** All records of a name and type, disabled ones too. */
  setOf({ host, type }: { host: string; type: string }): R[] {
    return [...(this.#sets.get(setKey({ host, type }))?.byRdata.values() ?? [])];
  }

  /** Why this record cannot be beside the others; null when it can. For an update, `remove` the old one first. */
  check(record: ZoneRecord): RecordProblem | null {
    const same = this.find(record);
    if (same) {
      const state =
        same.status === 1 ? 'This record is there already' : 'This record is there already, disabled: enable it';
      return { field: 'record', message: state };
    }
    return this.#checkSizes(record) ?? (record.status === 1 ? this.#checkBesideOthers(record) : null);
  }

  #checkSizes(record: ZoneRecord): RecordProblem | null {
    if (this.#size >= mostRecords) {
      return { field: 'record', message: `A domain has at most ${mostRecords.toLocaleString('en')} records` };
    }
    const set = this.#sets.get(setKey(record));
    if (!set) return null;
    const which = `${record.type} records of ${this.#name(record.host)}`;
    if (set.byRdata.size >= mostInSet)
      return { field: 'record', message: `There are ${mostInSet} ${which}: that is the most` };
    if (set.octets + estimateOctets(toRdata(record)) > mostSetOctets) {
      return {
        field: 'record',
        message: `The ${which} together would not fit into one DNS answer (${mostSetOctets.toLocaleString('en')} bytes)`,
      };
    }
    return null;
  }

  #checkBesideOthers(record: ZoneRecord): RecordProblem | null {
    return (
      this.#checkAlone(record) ??
      this.#checkDelegation(record) ??
      this.#checkTarget(record) ??
      (record.type === 'CNAME' ? this.#checkPointedAt(record) : null)
    );
  }

  /** RFC 1034 3.6.2; RFC 7505 3. */
  #checkAlone(record: ZoneRecord): RecordProblem | null {
    const name = this.#name(record.host);
    const other = [...(this.#counts.get(record.host)?.keys() ?? [])][0];
    if (record.type === 'CNAME' && other) {
      const message =
        other === 'CNAME'
          ? `${name} is a CNAME already, and a name has only one: change that one`
          : `${name} has ${other} records, and a CNAME must be alone at its name: delete them first or choose another name`;
      return { field: 'host', message };
    }
    if (this.#has(record.host, 'CNAME')) {
      return {
        field: 'host',
        message: `${name} is a CNAME, which must be alone at its name: delete it first or choose another name`,
      };
    }
    const others = record.type === 'MX' ? this.setOf(record).filter(({ status }) => status === 1) : [];
    if (record.record === '.' && others.length > 0) {
      return { field: 'record', message: `${name} has MX records: delete them before you say that it takes no mail` };
    }
    if (others.some((mx) => mx.record === '.')) {
      return {
        field: 'record',
        message: `An MX record says that ${name} takes no mail (a lone dot): delete that one first`,
      };
    }
    return null;
  }

  #checkDelegation(record: ZoneRecord): RecordProblem | null {
    const cut = this.#delegations === 0 ? undefined : this.#cutOver(record);
    if (cut !== undefined) {
      const there = mayBeGlue(record) ? ', or the NS record that points to this name first' : '';
      return {
        field: 'host',
        message: `${this.#name(cut)} is delegated to other name servers, which answer for everything below it: add the record there${there}`,
      };
    }
    if (record.type === 'DS' && !this.#has(record.host, 'NS')) {
      return {
        field: 'host',
        message: `A DS belongs to a delegation: add the NS records of ${this.#name(record.host)} first`,
      };
    }
    const hidden = record.type === 'NS' ? this.#firstHidden(record) : undefined;
    if (hidden) {
      return {
        field: 'host',
        message: `Delegated, ${this.#name(record.host)} would be answered by other name servers, but ${this.#name(hidden.host)} has ${hidden.type} records here: delete them first`,
      };
    }
    return null;
  }

  /** The delegation that would answer in this record's place. */
  #cutOver(record: ZoneRecord): string | undefined {
    for (const name of upwards(record.host)) {
      if (this.#has(name, 'NS') && hides(name, record, () => this.#isGlue(name, record.host))) return name;
    }
    return undefined;
  }

  /** What would no longer be answered with this NS. */
  #firstHidden(ns: ZoneRecord): { host: string; type: string } | undefined {
    this.#hosts ??= new HostTree(this.#counts.keys());
    const target = this.#pointedHost(ns);
    for (const host of this.#hosts.listBelow(ns.host)) {
      for (const type of this.#counts.get(host)?.keys() ?? []) {
        if (hides(ns.host, { host, type }, () => target === host || this.#isGlue(ns.host, host))) return { host, type };
      }
    }
    return undefined;
  }

  /** Whether a delegation has an NS that points to this host. */
  #isGlue(cut: string, host: string): boolean {
    for (const pointer of this.#pointers.get(host) ?? []) {
      if (pointer.type === 'NS' && pointer.host === cut) return true;
    }
    return false;
  }

  #checkTarget(record: ZoneRecord): RecordProblem | null {
    const pointed = this.#pointedHost(record);
    const alias = pointed === null ? null : this.#aliasAt(pointed);
    if (alias) {
      return {
        field: 'record',
        message: `${this.#name(alias.host)} is a CNAME, and ${record.type} records point to names with addresses: enter ${alias.record.slice(0, -1)}`,
      };
    }
    return record.type === 'CNAME' && this.#leadsBack(record)
      ? {
          field: 'record',
          message: `This leads back to ${this.#name(record.host)}: enter the name that has the addresses`,
        }
      : null;
  }

  #checkPointedAt(record: ZoneRecord): RecordProblem | null {
    const [pointer] = this.#pointers.get(record.host) ?? [];
    if (!pointer) return null;
    return {
      field: 'host',
      message: `The ${pointer.type} record of ${this.#name(pointer.host)} points to ${this.#name(record.host)}, which therefore cannot be a CNAME`,
    };
  }

  #leadsBack(record: ZoneRecord): boolean {
    const seen = new Set([record.host]);
    let at = relativeHost(record.record, this.#domain);
    while (at !== null && seen.size < mostFollowed) {
      if (seen.has(at)) return true;
      seen.add(at);
      const next = this.#aliasAt(at);
      at = next ? relativeHost(next.record, this.#domain) : null;
    }
    return false;
  }

  #aliasAt(host: string): R | null {
    return this.#has(host, 'CNAME')
      ? (this.setOf({ host, type: 'CNAME' }).find(({ status }) => status === 1) ?? null)
      : null;
  }

  #has(host: string, type: string): boolean {
    return this.#counts.get(host)?.has(type) ?? false;
  }

  #pointedHost(record: ZoneRecord): string | null {
    return pointerTypes.includes(record.type) ? relativeHost(record.record, this.#domain) : null;
  }

  #name(host: string): string {
    return absoluteName(host, this.#domain);
  }
}

/**
 * What a change must not leave behind, judged when all of it is done: a DS vouches for a delegation, so its NS cannot go,
 * be disabled or move without it; nor can the NS that an address below a delegation stands there for.
 */
export function findStray(domain: string, records: readonly ZoneRecord[]): RecordProblem | null {
  const enabled = records.filter(({ status }) => status === 1);
  const targets = new Map<string, Set<string | null>>();
  for (const { host, record } of enabled.filter(({ type }) => type === 'NS')) {
    put(targets, host, relativeHost(record, domain));
  }
  for (const record of enabled) {
    const name = absoluteName(record.host, domain);
    if (record.type === 'DS' && !targets.has(record.host)) {
      return { field: 'host', message: `${name} has a DS, which needs its NS: delete the DS first` };
    }
    if (targets.size === 0 || !mayBeGlue(record)) continue;
    for (const cut of upwards(record.host)) {
      if (targets.get(cut)?.has(record.host) ?? true) continue;
      const message = `No NS of ${absoluteName(cut, domain)} would point to ${name}, so its ${record.type} records would no longer be answered: delete them first`;
      return { field: 'host', message };
    }
  }
  return null;
}

const setKey = ({ host, type }: { host: string; type: string }) => `${host} ${type}`;

function put<T>(sets: Map<string, Set<T>>, name: string, one: T): void {
  sets.set(name, (sets.get(name) ?? new Set<T>()).add(one));
}

type Named = Pick<ZoneRecord, 'host' | 'type'>;

/** Addresses of the name servers of a delegation stand beside it, on this side. */
const mayBeGlue = ({ host, type }: Named): boolean => (type === 'A' || type === 'AAAA') && !host.startsWith('*');

/** Whether a delegation of this name takes the record's place. */
function hides(cut: string, record: Named, isGlue: () => boolean): boolean {
  if (record.host === cut && (record.type === 'NS' || record.type === 'DS')) return false;
  return !(mayBeGlue(record) && isGlue());
}

/** On the wire, never too low: escapes are one octet each, and a short IPv6 text stands for sixteen. */
function estimateOctets(rdata: string): number {
  const shortened = rdata.match(/::/g)?.length ?? 0;
  return rdata.replace(/\\(\d{3}|.)/g, 'x').length + 28 + shortened * 14;
}
