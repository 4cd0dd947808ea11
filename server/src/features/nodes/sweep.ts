import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

/**
 * Collects what only nodes that were away for a week would still ask for: tombstones and purges. From then on such a
 * node is given the full picture, and forgets its cache with it.
 */
export async function sweepFeed({ owner }: Database): Promise<void> {
  await sql`
    with gone as (
      delete from desired_state
      where changed_at < now() - interval '7 days' and (deleted or key like 'purge/%')
      returning kind, seq
    )
    update feeds f set collected_seq = greatest(f.collected_seq, g.seq)
    from (select kind, max(seq) as seq from gone group by kind) g where g.kind = f.kind`.execute(owner);
}
