import type { FeedReply } from '@headwater/contract/nodes/routes';
import type { Database } from '../../lib/db.ts';
import type { Listener } from '../../lib/listen.ts';
import { feedChannel } from '../../lib/notify.ts';

const mostEntries = 5000;

type Feed = Omit<FeedReply, 'result'>;
type Cursor = { epoch?: string | undefined; cursor: number };
type FeedRow = { key: string; seq: number; deleted: boolean; doc: unknown };

/**
 * What a node of this kind has not seen yet; waits for it up to `waitSeconds`. A node whose epoch or cursor no longer
 * fits history gets everything that stands now, in one reply.
 */
export async function followFeed(
  { database, listener }: { database: Database; listener: Listener },
  kind: string,
  from: Cursor,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<Feed> {
  const changed = watch(listener, kind);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)]);
  try {
    for (;;) {
      const change = changed.next();
      const reply = await readFeed(database, kind, from);
      if (reply.snapshot || reply.entries.length > 0 || deadline.aborted) return reply;
      await Promise.race([change, aborted(deadline)]);
    }
  } finally {
    changed.stop();
  }
}

async function readFeed({ ownerPool }: Database, kind: string, from: Cursor): Promise<Feed> {
  const feed = await ownerPool.query<{ epoch: string; collected_seq: number; last_seq: number }>({
    name: 'read-feed',
    text: `select epoch, collected_seq,
      greatest(collected_seq, (select coalesce(max(seq), 0) from desired_state where kind = $1)) as last_seq
      from feeds where kind = $1`,
    values: [kind],
  });
  const { epoch, collected_seq, last_seq } = feed.rows[0]!;
  if (from.epoch !== epoch || from.cursor < collected_seq || from.cursor > last_seq) {
    return { epoch, snapshot: true, ...(await readSnapshot(ownerPool, kind)), more: false };
  }
  if (from.cursor === last_seq) {
    return { epoch, snapshot: false, entries: [], cursor: from.cursor, more: false };
  }
  const { rows } = await ownerPool.query<FeedRow>({
    name: 'read-changes',
    text: `select key, seq, deleted, doc from desired_state where kind = $1 and seq > $2 order by seq limit ${mostEntries}`,
    values: [kind, from.cursor],
  });
  const more = rows.length === mostEntries;
  return { epoch, snapshot: false, entries: rows, cursor: rows.at(-1)?.seq ?? from.cursor, more };
}

/** Everything that stands. Purges are left out: a node that takes a full picture forgets its cache with it. */
async function readSnapshot(pool: Database['ownerPool'], kind: string) {
  const { rows } = await pool.query<FeedRow & { last_seq: number }>(
    `with last as (
       select greatest((select collected_seq from feeds where kind = $1), coalesce(max(seq), 0)) as last_seq
       from desired_state where kind = $1
     )
     select d.key, d.seq, d.deleted, d.doc, last.last_seq from last
     left join desired_state d on d.kind = $1 and not d.deleted and d.key not like 'purge/%' order by d.seq`,
    [kind],
  );
  const entries = rows.filter((row) => row.key !== null).map(({ last_seq: _, ...entry }) => entry);
  return { entries, cursor: rows[0]!.last_seq };
}

/** Resolves `next()` at the first change of this kind after it was called. */
function watch(listener: Listener, kind: string) {
  let wake = () => {};
  const stop = listener.on(feedChannel, (payload) => {
    if (payload === kind || payload === '') wake();
  });
  return {
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    stop,
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
