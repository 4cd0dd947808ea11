import type { ImportLine, ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { fieldProblem } from '../../../lib/problem.ts';
import { type SoaDefaults, toSoa } from '../domains/to-domain.ts';
import type { ZoneEdit } from '../records/edit.ts';
import type { RecordRow } from '../records/store.ts';
import { parseZoneFile } from '../zone-file/parse.ts';
import { type ImportPlan as Plan, planImport } from '../zone-file/plan.ts';
import { planSoa, type SoaPlan } from '../zone-file/plan-soa.ts';

const mostShown = 1000;

/**
 * Brings a zone file into an edit, and tells what that does. What a file adds is judged as a whole: its lines may stand
 * in any order.
 * @throws Problem `zone_file_refused` for a file that is none, or that is beyond a limit, which is named.
 */
export function readZoneFile(
  edit: ZoneEdit,
  text: string,
  mode: 'merge' | 'replace',
  defaults: SoaDefaults,
): ImportPlan {
  const { domain } = edit;
  const parsed = parseZoneFile(text, domain.domain);
  if (parsed.refused) throw fieldProblem('zone_file_refused', 'zone', parsed.refused);
  const plan = planImport(domain.domain, edit.rows(), parsed, mode);
  for (const { id } of plan.remove) edit.remove(id);
  for (const { before, after } of plan.change) edit.accept({ ...before, ...after });
  for (const { line: _, ...value } of plan.add) edit.accept(edit.make(value));
  const soa = planSoa(domain.domain, toSoa(domain, defaults), parsed, mode);
  if (soa?.action === 'change') edit.soa = { ...domain.soa, ...soa.change };
  return describePlan(plan, soa);
}

function describePlan({ add, change, keep, remove, skip }: Plan<RecordRow>, soa: SoaPlan | null): ImportPlan {
  const start = lineOf(soa);
  const lines: ImportLine[] = [
    ...start.skip,
    ...skip.map(({ line, text, reason, record }) => ({
      line,
      action: 'skip' as const,
      ...(record ? namesOf(record) : { host: '', type: '', record: text.slice(0, 300), ttl: '' }),
      reason,
    })),
    ...remove.map((row) => ({ line: null, action: 'remove' as const, ...namesOf(row) })),
    ...start.change,
    ...change.map(({ line, after, reason }) => ({ line, action: 'change' as const, ...namesOf(after), reason })),
    ...add.map((record) => ({ line: record.line, action: 'add' as const, ...namesOf(record) })),
    ...start.keep,
    ...keep.map(({ line, record }) => ({ line, action: 'keep' as const, ...namesOf(record) })),
  ];
  return {
    counts: {
      add: add.length,
      change: change.length + start.change.length,
      keep: keep.length + start.keep.length,
      remove: remove.length,
      skip: skip.length + start.skip.length,
    },
    lines: lines.slice(0, mostShown),
  };
}

/** The line of the SOA, with those that the same becomes of. */
function lineOf(soa: SoaPlan | null): Record<SoaPlan['action'], ImportLine[]> {
  const lines = { change: [], keep: [], skip: [] };
  if (!soa) return lines;
  const { line, action, record, ttl, reason } = soa;
  const shown = { line, action, host: '@', type: 'SOA', record, ttl: String(ttl), ...(reason !== '' && { reason }) };
  return { ...lines, [action]: [shown] };
}

type Named = Pick<RecordRow, 'host' | 'type' | 'record' | 'ttl' | 'priority' | 'weight' | 'port'>;

const namesOf = ({ host, type, record, ttl, priority, weight, port }: Named) => ({
  host,
  type,
  record: [priority, weight, port, record].filter((part) => part !== null).join(' '),
  ttl: String(ttl),
});
