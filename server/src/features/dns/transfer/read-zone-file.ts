import type { ImportLine, ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { fieldProblem } from '../../../lib/problem.ts';
import type { ZoneEdit } from '../records/edit.ts';
import type { RecordRow } from '../records/store.ts';
import { parseZoneFile } from '../zone-file/parse.ts';
import { type ImportPlan as Plan, planImport } from '../zone-file/plan.ts';

const mostShown = 1000;

/**
 * Brings a zone file into an edit, and tells what that does. What a file adds is judged as a whole: its lines may stand
 * in any order.
 * @throws Problem `zone_file_refused` for a file that is none, or that is beyond a limit, which is named.
 */
export function readZoneFile(edit: ZoneEdit, text: string, mode: 'merge' | 'replace'): ImportPlan {
  const parsed = parseZoneFile(text, edit.domain.domain);
  if (parsed.refused) throw fieldProblem('zone_file_refused', 'zone', parsed.refused);
  const plan = planImport(edit.domain.domain, edit.rows(), parsed, mode);
  for (const { id } of plan.remove) edit.remove(id);
  for (const { before, after } of plan.change) edit.accept({ ...before, ...after });
  for (const { line: _, ...value } of plan.add) edit.accept(edit.make(value));
  return describePlan(plan);
}

function describePlan({ add, change, keep, remove, skip }: Plan<RecordRow>): ImportPlan {
  const lines: ImportLine[] = [
    ...skip.map(({ line, text, reason, record }) => ({
      line,
      action: 'skip' as const,
      ...(record ? namesOf(record) : { host: '', type: '', record: text.slice(0, 300), ttl: '' }),
      reason,
    })),
    ...remove.map((row) => ({ line: null, action: 'remove' as const, ...namesOf(row) })),
    ...change.map(({ line, after, reason }) => ({ line, action: 'change' as const, ...namesOf(after), reason })),
    ...add.map((record) => ({ line: record.line, action: 'add' as const, ...namesOf(record) })),
    ...keep.map(({ line, record }) => ({ line, action: 'keep' as const, ...namesOf(record) })),
  ];
  return {
    counts: {
      add: add.length,
      change: change.length,
      keep: keep.length,
      remove: remove.length,
      skip: skip.length,
    },
    lines: lines.slice(0, mostShown),
  };
}

type Named = Pick<RecordRow, 'host' | 'type' | 'record' | 'ttl' | 'priority' | 'weight' | 'port'>;

const namesOf = ({ host, type, record, ttl, priority, weight, port }: Named) => ({
  host,
  type,
  record: [priority, weight, port, record].filter((part) => part !== null).join(' '),
  ttl: String(ttl),
});
