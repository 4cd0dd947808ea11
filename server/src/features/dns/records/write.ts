import { findStray } from '@headwater/contract/dns/zone-rules';
import { type Actor, type Changes, changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import { refuseDeleted, refuseInactive } from '../domains/change.ts';
import { type DomainKey, type DomainRow, lockDomain, updateDomain } from '../domains/store.ts';
import { refuseHeldHosts } from '../proxy/refuse-held-hosts.ts';
import { refuseUnproxiable } from '../proxy/refuse-unproxiable.ts';
import { publishDomain } from '../publish.ts';
import { type ChangeCounts, keepChange } from './change-store.ts';
import { type Difference, nameOf, ZoneEdit } from './edit.ts';
import { deleteRecords, insertRecords, listRecords, type RecordRow, updateRecords } from './store.ts';

/** What is done to records, as the activity log names it, and for the one who may want it undone. */
export type RecordDeed = {
  action: `record.${string}` | `domain.${string}`;
  /** In words: `3 records deleted`. */
  summary: (counts: ChangeCounts) => string;
  /** The same for all batches of one operation. */
  operation?: string | undefined;
  /** Nobody is offered to undo it. */
  final?: true;
};

/** So many records are named in one entry of the activity log. */
const mostNamed = 50;

/**
 * Changes records of one domain, what name servers answer, and the activity log, in one transaction: all of it or
 * nothing. Where nothing became different, nothing is written.
 * @param work changes the records; it may throw a Problem instead.
 */
export async function changeRecords<T>(
  deps: Pick<Deps, 'database' | 'settings'>,
  actor: Actor,
  key: DomainKey,
  deed: RecordDeed,
  work: (edit: ZoneEdit, tx: Tx) => T | Promise<T>,
): Promise<T> {
  return deps.database.asCustomer(actor.customerId, async (tx) => {
    const domain = await lockDomain(tx, key);
    refuseDeleted(domain);
    await refuseInactive(tx, domain.service_id);
    const edit = new ZoneEdit(domain, await listRecords(tx, domain.id));
    const result = await work(edit, tx);
    await saveEdit(deps, tx, actor, edit, deed);
    return result;
  });
}

/** Writes what an edit changed. The domain is locked by now. @throws Problem `record_refused`. */
export async function saveEdit(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  actor: Actor,
  edit: ZoneEdit,
  deed: RecordDeed,
): Promise<DomainRow> {
  edit.shareProxy();
  const difference = edit.difference();
  const { before, after } = difference;
  const { domain, soa } = edit;
  const isSame = before.length === 0 && after.length === 0;
  if (isSame && soa === null) return domain;
  await refuseUnproxiable(tx, deps.settings, difference);
  await refuseHeldHosts(tx, deps.settings, domain, difference);
  const stray = before.some(({ type }) => type === 'NS') ? findStray(domain.domain, edit.rows()) : null;
  if (stray) throw fieldProblem('record_refused', stray.field, stray.message);
  const was = new Set(before.map(({ id }) => id));
  const stays = new Set(after.map(({ id }) => id));
  const gone = before.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
  await deleteRecords(tx, gone);
  const [changed, added] = partition(after, ({ id }) => was.has(id));
  await updateRecords(tx, changed);
  await insertRecords(tx, added);
  if (!deed.final && !isSame) {
    const { operation, summary } = deed;
    await keepChange(tx, domain, { operation, summary, byName: actor.name }, difference);
  }
  const revised = await updateDomain(tx, domain.id, { revision: domain.revision + 1, ...(soa && { soa }) });
  await recordActivity(tx.db, actor, {
    action: deed.action,
    object: objectOf(domain, difference),
    serviceId: domain.service_id,
    changes: { ...changesOf(domain, difference), ...changesBetween(domain, soa ? { soa } : {}) },
  });
  return publishDomain(deps, tx, revised, edit.rows());
}

function partition<T>(all: T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))];
}

/** The one record that a change is about, or else the domain. */
function objectOf(domain: DomainRow, { before, after }: Difference) {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const only = ids.size === 1 ? (after[0] ?? before[0]) : undefined;
  if (only) return { type: 'record', id: only.id, name: nameOf(only, domain) };
  return { type: 'domain', id: domain.id, name: domain.domain };
}

function changesOf(domain: DomainRow, { before, after }: Difference): Changes {
  const old = new Map(before.map((row) => [row.id, row]));
  const now = new Map(after.map((row) => [row.id, row]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  const entries = ids.slice(0, mostNamed).map((id) => {
    const [from, to] = [old.get(id), now.get(id)];
    const named = (to ?? from)!;
    return [`${nameOf(named, domain)} ${id.slice(0, 4)}`, { from: wordsOf(from), to: wordsOf(to) }] as const;
  });
  const more = ids.length - entries.length;
  return { ...Object.fromEntries(entries), ...(more > 0 && { 'more records': { from: null, to: more } }) };
}

function wordsOf(row: RecordRow | undefined): string | null {
  if (!row) return null;
  const numbers = [row.priority, row.weight, row.port].filter((number) => number !== null);
  const state = row.status === 0 ? ['disabled'] : [];
  const proxied = row.proxy ? ['proxied'] : [];
  const data = row.record.length > 300 ? `${row.record.slice(0, 300)}…` : row.record;
  return [...numbers, data, `TTL ${row.ttl}`, ...state, ...proxied].join(' ');
}
