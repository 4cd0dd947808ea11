import { relativeHost, upwards } from '@headwater/contract/dns/names';
import { ZoneIndex, type ZoneRecord } from '@headwater/contract/dns/zone-rules';
import type { ParsedRecord, ParsedZone } from './parse.ts';

/** A record of the domain as it is. */
export type ExistingRecord = ZoneRecord & { note: string };

export type PlannedRecord = Omit<ExistingRecord, 'status'> & { status: 0 | 1; line: number };

export type Change<E extends ExistingRecord> = {
  /** Null: the file does not name it; it follows the others of its name and type. */
  line: number | null;
  before: E;
  after: Omit<PlannedRecord, 'line'>;
  /** What changes, in words. */
  reason: string;
};

export type ImportPlan<E extends ExistingRecord> = {
  add: PlannedRecord[];
  change: Change<E>[];
  keep: { line: number; record: E }[];
  remove: E[];
  /** `record` is null where the line is no record that could be held here. */
  skip: { line: number; text: string; reason: string; record: ParsedRecord | null }[];
};

type Placed<E> = { parsed: ParsedRecord; before: E | null };

/**
 * What importing a zone file does to a domain. `merge` keeps what the file does not name, `replace` removes it. A line
 * that breaks a rule across the zone is skipped with the reason; the others are imported.
 */
export function planImport<E extends ExistingRecord>(
  domain: string,
  existing: readonly E[],
  zone: ParsedZone,
  mode: 'merge' | 'replace',
): ImportPlan<E> {
  const before = new ZoneIndex<E>(domain, existing);
  const named = new Set(zone.records.map((record) => before.find(record)).filter((record) => record !== undefined));
  /** What the file does not name, and may stay. */
  const kept = new Set(mode === 'merge' ? existing.filter((record) => !named.has(record)) : []);
  const after = new ZoneIndex<ZoneRecord>(domain, kept);
  const skip: ImportPlan<E>['skip'] = [...zone.skipped, ...zone.problems].map(({ message, ...line }) => ({
    ...line,
    reason: message,
    record: null,
  }));
  const placed: Placed<E>[] = [];
  for (const parsed of inSafeOrder(domain, zone.records, before)) {
    const same = before.find(parsed) ?? null;
    const old = same ?? enabledAlias(parsed, before, kept);
    if (old && old !== same) after.remove(old);
    const problem = after.check(parsed);
    if (!problem) {
      after.add(parsed);
      placed.push({ parsed, before: old });
      if (old) kept.delete(old);
      continue;
    }
    const twice = after.find(parsed) ? 'The same record stands in this file already' : problem.message;
    skip.push({ line: parsed.line, text: parsed.text, reason: twice, record: parsed });
    // What could not be enabled or given a new target stays as it was, unless all it stood on is replaced.
    if (old && (mode === 'merge' || !after.check(old))) after.add(old);
  }
  return sortIntoPlan(placed, {
    skip: skip.sort((one, other) => one.line - other.line),
    existing,
    stays: (record) => after.find(record) !== undefined,
  });
}

/**
 * What is there already comes first, so that nothing from the file pushes it out; but always delegations before what is
 * only allowed inside them or beside them: their DS, and the addresses that they point to.
 */
function inSafeOrder<E extends ExistingRecord>(
  domain: string,
  records: readonly ParsedRecord[],
  before: ZoneIndex<E>,
): ParsedRecord[] {
  const isThere = (record: ParsedRecord) => before.find(record)?.status === record.status;
  const added = new Map<string, Set<string | null>>();
  for (const record of records) {
    if (record.type !== 'NS' || record.status !== 1 || isThere(record)) continue;
    const targets = added.get(record.host) ?? new Set();
    added.set(record.host, targets.add(relativeHost(record.record, domain)));
  }
  const isGlue = ({ type, host }: ParsedRecord) => {
    if (added.size === 0 || (type !== 'A' && type !== 'AAAA')) return false;
    const cuts = [...upwards(host)].flatMap((name) => added.get(name) ?? []);
    return cuts.length > 0 && cuts.every((targets) => targets.has(host));
  };
  const rank = (record: ParsedRecord) => {
    if (isGlue(record)) return 4;
    if (record.type === 'NS') return isThere(record) ? 0 : 3;
    if (record.type === 'DS') return isThere(record) ? 2 : 6;
    return isThere(record) ? 1 : 5;
  };
  const ranked = records.map((record) => ({ record, rank: rank(record) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ record }) => record);
}

/** A name has one CNAME: another one in the file is its new target. */
function enabledAlias<E extends ExistingRecord>(
  parsed: ParsedRecord,
  before: ZoneIndex<E>,
  kept: ReadonlySet<E>,
): E | null {
  if (parsed.type !== 'CNAME' || parsed.status !== 1) return null;
  return before.setOf(parsed).find((record) => record.status === 1 && kept.has(record)) ?? null;
}

function sortIntoPlan<E extends ExistingRecord>(
  placed: readonly Placed<E>[],
  rest: { skip: ImportPlan<E>['skip']; existing: readonly E[]; stays(record: E): boolean },
): ImportPlan<E> {
  const plan: ImportPlan<E> = { add: [], change: [], keep: [], remove: [], skip: rest.skip };
  const inFile = [...placed].sort((one, other) => one.parsed.line - other.parsed.line);
  // All records of a name and type share one TTL: that of the last line.
  const ttls = new Map(inFile.map(({ parsed }) => [setKey(parsed), parsed.ttl]));
  const settled = new Set<E>();
  for (const { parsed, before } of inFile) {
    const { host, type, record, priority, weight, port, status, line } = parsed;
    const ttl = ttls.get(setKey(parsed)) ?? parsed.ttl;
    const after = { host, type, record, priority, weight, port, ttl, status, note: parsed.note ?? before?.note ?? '' };
    if (!before) {
      plan.add.push({ ...after, line });
      continue;
    }
    settled.add(before);
    const reason = describeChange(before, after);
    if (reason === '') plan.keep.push({ line, record: before });
    else plan.change.push({ line, before, after, reason });
  }
  for (const before of rest.existing) {
    if (settled.has(before)) continue;
    const ttl = ttls.get(setKey(before));
    if (!rest.stays(before)) plan.remove.push(before);
    else if (ttl !== undefined && ttl !== before.ttl) {
      const after = { ...withoutExtras(before), ttl };
      plan.change.push({
        line: null,
        before,
        after,
        reason: `${describeChange(before, after)}, as the others of its name and type`,
      });
    }
  }
  return plan;
}

const setKey = ({ host, type }: { host: string; type: string }) => `${host} ${type}`;

function withoutExtras({
  host,
  type,
  record,
  priority,
  weight,
  port,
  ttl,
  status,
  note,
}: ExistingRecord): Omit<PlannedRecord, 'line'> {
  return { host, type, record, priority, weight, port, ttl, status: status === 1 ? 1 : 0, note };
}

function describeChange(before: ExistingRecord, after: Omit<PlannedRecord, 'line'>): string {
  const changes: string[] = [];
  if (before.record !== after.record) changes.push(`points to ${after.record} instead of ${before.record}`);
  if (before.ttl !== after.ttl) changes.push(`TTL ${after.ttl} instead of ${before.ttl}`);
  if (before.status !== after.status) changes.push(after.status === 1 ? 'is enabled' : 'is disabled');
  if (before.note !== after.note) changes.push('another note');
  return changes.join(', ');
}
