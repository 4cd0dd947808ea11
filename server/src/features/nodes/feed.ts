import type { FeedReply, NodeKind } from '@headwater/contract/nodes/routes';
import type { Database } from '../../lib/db.ts';
import type { Followed } from '../../lib/feature.ts';
import type { Listener } from '../../lib/listen.ts';
import { feedChannel } from '../../lib/notify.ts';
import type { OpenDocument } from './open-documents.ts';

const mostEntries = 5000;

type Feed = Omit<FeedReply, 'result'>;
type Cursor = { epoch?: string | undefined; cursor: number };
type FeedDeps = {
  database: Database;
  listener: Listener;
  followed: readonly Followed[];
  open: OpenDocument;
};
type FeedRow = { key: string; seq: number; deleted: boolean; doc: unknown };

/**
 * What a node of this kind has not seen yet; waits for it up to `waitSeconds`. A node whose epoch or cursor no longer
 * fits history gets everything that stands now, in one reply.
 */
export async function followFeed(
  feed: FeedDeps,
  kind: NodeKind,
  from: Cursor,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<Feed> {
  const changed = watch(feed.listener, kind);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)]);
  try {
    for (;;) {
      const change = changed.next();
      const reply = await readFeed(feed, kind, from);
      if (reply.snapshot || reply.entries.length > 0 || deadline.aborted) return reply;
      await Promise.race([change, aborted(deadline)]);
    }
  } finally {
    changed.stop();
  }
}

async function readFeed(feed: FeedDeps, kind: NodeKind, from: Cursor): Promise<Feed> {
  const { ownerPool } = feed.database;
  const position = await ownerPool.query<{ epoch: string; collected_seq: number; last_seq: number }>({
    name: 'read-feed',
    text: `select epoch, collected_seq,
      greatest(collected_seq, (select coalesce(max(seq), 0) from desired_state where kind = $1)) as last_seq
      from feeds where kind = $1`,
    values: [kind],
  });
  const { epoch, collected_seq, last_seq } = position.rows[0]!;
  const opened = (rows: FeedRow[]) => rows.map((row) => ({ ...row, doc: feed.open(kind, row.key, row.doc) }));
  if (from.epoch !== epoch || from.cursor < collected_seq || from.cursor > last_seq) {
    const { rows, cursor } = await readSnapshot(ownerPool, kind, eventPrefixes(feed.followed, kind));
    return { epoch, snapshot: true, entries: opened(rows), cursor, more: false };
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
  return { epoch, snapshot: false, entries: opened(rows), cursor: rows.at(-1)?.seq ?? from.cursor, more };
}

/** Everything that stands. Events are left out: a node that takes a full picture forgets with it what they concern. */
async function readSnapshot(pool: Database['ownerPool'], kind: NodeKind, events: readonly string[]) {
  const { rows } = await pool.query<FeedRow & { last_seq: number }>(
    `with last as (
       select greatest((select collected_seq from feeds where kind = $1), coalesce(max(seq), 0)) as last_seq
       from desired_state where kind = $1
     )
     select d.key, d.seq, d.deleted, d.doc, last.last_seq from last
     left join desired_state d on d.kind = $1 and not d.deleted
       and not exists (select from unnest($2::text[]) prefix where starts_with(d.key, prefix)) order by d.seq`,
    [kind, events],
  );
  const standing = rows.filter((row) => row.key !== null).map(({ last_seq: _, ...row }) => row);
  return { rows: standing, cursor: rows[0]!.last_seq };
}

const eventPrefixes = (followed: readonly Followed[], kind: NodeKind) =>
  followed.filter((one) => one.kind === kind && one.isEvent).map(({ prefix }) => prefix);

/** Resolves `next()` at the first change of this kind after it was called. */
function watch(listener: Listener, kind: NodeKind) {
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
