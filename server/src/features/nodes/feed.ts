import type { FeedReply, NodeKind } from '@headwater/contract/nodes/routes';
import type { Database } from '../../lib/db.ts';
import type { Followed } from '../../lib/feature.ts';
import type { Listener } from '../../lib/listen.ts';
import { feedChannel } from '../../lib/notify.ts';
import type { OpenDocument } from './open-documents.ts';

const mostEntries = 5000;
/** Of documents as they are stored, compressed: the reply is a few times that. One document fits whatever its size. */
const mostStoredBytes = 4_000_000;

type Feed = Omit<FeedReply, 'result'>;
type Cursor = { epoch?: string | undefined; cursor: number; continues?: '1' | undefined };
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
  // In the middle of a full picture the cursor may well be older than what was collected: no tombstone concerns it.
  const isTooOld = from.cursor < collected_seq && from.continues === undefined;
  const snapshot = from.epoch !== epoch || isTooOld || from.cursor > last_seq;
  if (!snapshot && from.cursor === last_seq) return { epoch, snapshot, entries: [], cursor: from.cursor, more: false };
  const { rows, more } = await readRows(feed, kind, snapshot ? null : from.cursor);
  const entries = rows.map((row) => ({ ...row, doc: feed.open(kind, row.key, row.doc) }));
  const lastRead = rows.at(-1)?.seq ?? 0;
  return { epoch, snapshot, entries, cursor: more ? lastRead : Math.max(last_seq, lastRead), more };
}

/**
 * What comes beyond a cursor, or everything that stands (null), as far as it fits into a reply. Of what stands, events are
 * left out: a node that takes a full picture forgets with it what they concern.
 */
async function readRows({ database, followed }: FeedDeps, kind: NodeKind, after: number | null) {
  const events = followed.filter((one) => one.kind === kind && one.isEvent).map(({ prefix }) => prefix);
  const stands = 'not deleted and not exists (select from unnest($2::text[]) prefix where starts_with(key, prefix))';
  const { rows } = await database.ownerPool.query<FeedRow & { found: number }>({
    name: after === null ? 'read-picture' : 'read-changes',
    text: `
      select key, seq, deleted, doc, found from (
        select *, count(*) over () as found, row_number() over by_seq as place,
          sum(coalesce(pg_column_size(doc), 0)) over by_seq as stored_bytes
        from (
          select key, seq, deleted, doc from desired_state
          where kind = $1 and ${after === null ? stands : 'seq > $2'} order by seq limit ${mostEntries}
        ) fitting
        window by_seq as (order by seq)
      ) counted
      where stored_bytes <= ${mostStoredBytes} or place = 1 order by seq`,
    values: [kind, after ?? events],
  });
  const found = rows[0]?.found ?? 0;
  const more = found === mostEntries || rows.length < found;
  return { rows: rows.map(({ found: _, ...row }) => row), more };
}

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
