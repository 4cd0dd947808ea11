import { absoluteName } from '@headwater/contract/dns/names';
import { type ReadRecord, type RecordInput, type RecordValue, readRecord } from '@headwater/contract/dns/record-types';
import { ZoneIndex } from '@headwater/contract/dns/zone-rules';
import { Problem } from '../../../lib/problem.ts';
import { newId } from '../../../lib/secret.ts';
import type { DomainRow, SoaSettings } from '../domains/store.ts';
import type { RecordRow } from './store.ts';

/** What a record has beyond what name servers answer. */
export type RecordExtras = Pick<RecordRow, 'status' | 'note'>;
export type Difference = { before: RecordRow[]; after: RecordRow[] };

/** A domain's records while they are changed: every step is judged beside all others, nothing is written yet. */
export class ZoneEdit {
  readonly domain: DomainRow;
  /** What the SOA becomes; null leaves it as it is. */
  soa: SoaSettings | null = null;
  readonly #rows = new Map<string, RecordRow>();
  /** The rows that were changed or removed, as they were; null for those that are new. */
  readonly #before = new Map<string, RecordRow | null>();
  /** Made when the first row is judged: an import brings its own judgement. */
  #index: ZoneIndex<RecordRow> | undefined;

  constructor(domain: DomainRow, rows: RecordRow[]) {
    this.domain = domain;
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get size(): number {
    return this.#rows.size;
  }

  rows(): RecordRow[] {
    return [...this.#rows.values()];
  }

  find(id: string): RecordRow | undefined {
    return this.#rows.get(id);
  }

  /** @throws Problem `record_refused`, with the field. */
  add(input: RecordInput, extras: RecordExtras): RecordRow {
    return this.place(this.make({ ...this.read(input), ...extras }));
  }

  /** A row for a canonical record, not placed yet. */
  make(value: RecordValue & RecordExtras): RecordRow {
    return {
      ...value,
      id: newId(),
      customer_id: this.domain.customer_id,
      domain_id: this.domain.id,
      proxy: false,
      dynamic_hash: null,
      dynamic_used_at: null,
      revision: 0,
      created_at: new Date(),
      updated_at: new Date(),
    };
  }

  /** Canonical values of what was sent. @throws Problem `invalid_input`, field by field. */
  read(input: RecordInput): RecordValue {
    const read: ReadRecord = readRecord(input, this.domain.domain);
    if (read.ok) return read.value;
    throw new Problem('invalid_input', read.errors[0]!.message, { errors: read.errors });
  }

  /** Puts a row in, new or in the place of the one with its id. @throws Problem `record_refused`. */
  place(wanted: RecordRow): RecordRow {
    const index = this.#judge();
    const existing = this.#rows.get(wanted.id);
    if (existing) this.#take(existing);
    const problem = index.check(wanted);
    if (problem) {
      if (existing) this.#put(existing);
      throw new Problem('record_refused', `${nameOf(wanted, this.domain)}: ${problem.message}`, { errors: [problem] });
    }
    this.#remember(wanted.id, existing);
    const row = this.#put(revised(wanted));
    this.#shareTtl(row, index);
    return row;
  }

  /** Puts rows in that belong together, in whatever order they come. @throws Problem `record_refused`. */
  placeAll(wanted: readonly RecordRow[]): void {
    for (const row of inSafeOrder(wanted)) this.place(row);
  }

  /** Puts a row in that was judged already, as a part of a whole in which each record's place does not matter. */
  accept(wanted: RecordRow): void {
    const existing = this.#rows.get(wanted.id);
    if (existing) this.#take(existing);
    this.#remember(wanted.id, existing);
    this.#put(revised(wanted));
  }

  remove(id: string): RecordRow | undefined {
    const row = this.#rows.get(id);
    if (!row) return undefined;
    this.#take(row);
    // What was new and is gone was never there.
    if (this.#before.get(id) === null) this.#before.delete(id);
    else this.#remember(id, row);
    return row;
  }

  /**
   * A host is behind the edges with all its addresses or with none: visitors are answered with the edges' or with its
   * own. What comes to a proxied host is proxied.
   */
  shareProxy(): void {
    const proxied = new Set(this.rows().flatMap(({ host, proxy }) => (proxy ? [host] : [])));
    if (proxied.size === 0) return;
    for (const row of this.rows())
      if (!row.proxy && proxied.has(row.host) && isProxiable(row)) this.accept({ ...row, proxy: true });
  }

  /** What is different from the beginning. */
  difference(): Difference {
    const before = [...this.#before.values()].filter((row) => row !== null);
    const after = [...this.#before.keys()].flatMap((id) => this.#rows.get(id) ?? []);
    return { before, after };
  }

  /** All records of one name and type are answered with one TTL, RFC 2181 section 5.2: the newest is taken for all. */
  #shareTtl({ id, ttl, ...row }: RecordRow, index: ZoneIndex<RecordRow>): void {
    for (const sibling of index.setOf(row)) {
      if (sibling.id === id || sibling.ttl === ttl) continue;
      this.#remember(sibling.id, sibling);
      this.#take(sibling);
      this.#put(revised({ ...sibling, ttl }));
    }
  }

  #remember(id: string, row: RecordRow | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, row ?? null);
  }

  #judge(): ZoneIndex<RecordRow> {
    this.#index ??= new ZoneIndex(this.domain.domain, this.#rows.values());
    return this.#index;
  }

  #put(row: RecordRow): RecordRow {
    this.#rows.set(row.id, row);
    this.#index?.add(row);
    return row;
  }

  #take(row: RecordRow): void {
    this.#rows.delete(row.id);
    this.#index?.remove(row);
  }
}

/** A delegation stands before what is only allowed beside it. */
function inSafeOrder(rows: readonly RecordRow[]): RecordRow[] {
  const rank = ({ type }: RecordRow) => (type === 'NS' ? 0 : type === 'DS' ? 2 : 1);
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

const revised = (row: RecordRow): RecordRow => ({ ...row, revision: row.revision + 1, updated_at: new Date() });

const proxiable: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME']);
export const isProxiable = ({ type }: Pick<RecordRow, 'type'>): boolean => proxiable.has(type);

/** How a record is called in a sentence: `www.example.com A`. */
export const nameOf = ({ host, type }: Pick<RecordRow, 'host' | 'type'>, { domain }: Pick<DomainRow, 'domain'>) =>
  `${absoluteName(host, domain)} ${type}`;
