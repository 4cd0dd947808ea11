import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { refusalWords } from '../../nodes/index.ts';
import type { RecordRow } from '../records/store.ts';
import { keyOf } from './edge-zones.ts';

/** Why edges do not serve these records' hosts as they are now, by the record's id; nothing of those that they do. */
export async function readProxyProblems({ db }: Pick<Tx, 'db'>, records: RecordRow[]): Promise<Map<string, string>> {
  const proxied = records.filter(({ proxy }) => proxy);
  if (proxied.length === 0) return new Map();
  const keys = [...new Set(proxied.map((record) => keyOf(record.domain_id, record.host)))];
  const { rows } = await sql<{ key: string; reason: string }>`
    select r.key, min(${sql.raw(refusalWords)}) as reason
    from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
    join desired_state s on s.kind = r.kind and s.key = r.key and s.seq = r.seq
    where r.kind = 'edge' and r.key = any (${keys}) group by r.key`.execute(db);
  const reasons = new Map(rows.map(({ key, reason }) => [key, reason]));
  return new Map(
    proxied.flatMap((record) => {
      const reason = reasons.get(keyOf(record.domain_id, record.host));
      return reason === undefined ? [] : [[record.id, reason] as const];
    }),
  );
}
