import type { StreamServer } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import { lockFeeds } from '../../lib/desired-state.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import { awayAfterSeconds } from '../nodes/index.ts';
import { endWhatWasLost, hasLost } from './live/lost.ts';
import { publishStream, republishStreams } from './publish.ts';
import { pointsAtRemovedStorage } from './recordings/storage.ts';
import { type StreamRow, updateStream } from './store.ts';

type ServerRow = { id: string; name: string; ready: boolean; streams: number };

/** Live servers in service, those with the fewest streams first. Streams of every customer count. */
async function readServers({ db }: Pick<Tx, 'db'>): Promise<ServerRow[]> {
  const { rows } = await sql<ServerRow>`
    select n.id, n.name, n.serving and n.last_seen_at > now() - make_interval(secs => ${awayAfterSeconds}) as ready,
      streams_on_node(n.id) as streams
    from nodes n where n.kind = 'live' and n.state = 'in_service' order by streams_on_node(n.id), n.name`.execute(db);
  return rows;
}

export async function listServers(tx: Pick<Tx, 'db'>): Promise<StreamServer[]> {
  const rows = await readServers(tx);
  return rows.map(({ id, name, ready, streams }) => ({ id, name, state: ready ? 'ready' : 'away', streams }));
}

/**
 * The live server for a new stream: the one asked for, or the least busy one that is there.
 * @throws Problem `no_live_server`.
 */
export async function chooseServer(tx: Pick<Tx, 'db'>, wish: string | undefined): Promise<string> {
  const rows = await readServers(tx);
  if (wish !== undefined) {
    if (rows.some(({ id }) => id === wish)) return wish;
    throw fieldProblem('no_live_server', 'serverId', 'This server is not in service. Choose another one.');
  }
  const best = rows.find(({ ready }) => ready) ?? rows[0];
  if (best) return best.id;
  throw new Problem('no_live_server', 'No live server is in service: a stream cannot be created now. Try again later.');
}

/** Streams whose server was removed for good find another one, and what only that server could have ended is ended. */
export async function moveStreams(database: Database, { settings }: JobDeps): Promise<void> {
  await database.owner.transaction().execute(async (db) => {
    const isHomeless = sql`s.deleted_at is null and not exists (select from nodes n where n.id = s.node_id)`;
    const { rows } = await sql<StreamRow & { homeless: boolean }>`
      select s.*, ${isHomeless} as homeless from streams s
      where (${isHomeless}) or ${hasLost} order by s.id for update of s`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await endWhatWasLost({ db }, ids);
    const homeless = rows.filter((stream) => stream.homeless);
    const servers = homeless.length > 0 ? await readServers({ db }) : [];
    if (servers.length === 0) return;
    await lockFeeds({ db });
    for (const stream of homeless) {
      const server = leastBusy(servers);
      server.streams += 1;
      const moved = await updateStream({ db }, stream.id, { node_id: server.id, revision: stream.revision + 1 });
      await publishStream({ settings }, { db }, moved);
    }
  });
  await republishStreams(database, settings, pointsAtRemovedStorage);
}

/** One that is there, if any is. */
const leastBusy = (servers: readonly ServerRow[]): ServerRow =>
  servers.toSorted((a, b) => Number(b.ready) - Number(a.ready) || a.streams - b.streams)[0]!;
