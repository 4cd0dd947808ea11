import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { listFollowed } from './followed.ts';

/**
 * Collects what only nodes that were away for a week would still ask for: tombstones and events. From then on such a
 * node is given the full picture, and forgets with it what they concerned.
 */
export async function sweepFeed({ owner }: Database, { features }: Pick<JobDeps, 'features'>): Promise<void> {
  const events = listFollowed(features).filter(({ isEvent }) => isEvent);
  await sql`
    with gone as (
      delete from desired_state d
      where changed_at < now() - interval '7 days' and (deleted or exists (
        select from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (kind text, prefix text)
        where e.kind = d.kind and starts_with(d.key, e.prefix)))
      returning kind, seq
    )
    update feeds f set collected_seq = greatest(f.collected_seq, g.seq)
    from (select kind, max(seq) as seq from gone group by kind) g where g.kind = f.kind`.execute(owner);
}
