import type { StreamServer } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import { lockFeeds } from '../../lib/desired-state.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import { awayAfterSeconds } from '../nodes/index.ts';
import { publishStream } from './publish.ts';
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

/** Streams whose server was taken out of service for good find another one. */
export async function moveStreams(database: Database, { settings }: JobDeps): Promise<void> {
  await database.owner.transaction().execute(async (db) => {
    const { rows } = await sql<StreamRow>`
      select s.* from streams s
      where s.deleted_at is null and not exists (select from nodes n where n.id = s.node_id)
      order by s.id for update of s`.execute(db);
    const [server] = rows.length > 0 ? await readServers({ db }) : [];
    if (!server) return;
    await lockFeeds({ db });
    for (const stream of rows) {
      const moved = await updateStream({ db }, stream.id, { node_id: server.id, revision: stream.revision + 1 });
      await publishStream({ settings }, { db }, moved);
    }
  });
}
