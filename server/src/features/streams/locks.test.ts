import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { lockFeeds } from '../../lib/desired-state.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { liveRecording, tellLive } from '../../testing/live-report.ts';
import { runJob } from '../../testing/run-job.ts';
import { addServer, addStream } from '../../testing/streams.ts';

const world = useWorld();
let owner: Person & { serviceId: number };

beforeAll(async () => {
  owner = await world.addCustomer();
});

/** Until somebody else waits for a row. */
async function untilWaiting() {
  for (;;) {
    const { rows } = await world.database.ownerPool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await pause(20);
  }
}

test.each([
  ['sweep-streams', `update streams set deleted_at = now() - interval '31 days' where id = $1`],
  ['sweep-recordings', `update recordings set ended_at = now() - interval '60 days' where stream_id = $1`],
])('%s takes streams, then recordings, then feeds, as everybody does: nobody waits in a circle', async (job, age) => {
  const live = await addServer(world, `live-${job}`);
  await addServer(world, `storage-${job}`, 'storage');
  const stream = await addStream(world, owner, { serverId: live.nodeId }, 'dvr');
  await tellLive(world, live, { recordings: [liveRecording(stream.id)] });
  await world.database.ownerPool.query(age, [stream.id]);
  const sweeping: Promise<void>[] = [];
  await world.database.owner.transaction().execute(async (db) => {
    await sql`select from streams where id = ${stream.id} for update`.execute(db);
    sweeping.push(runJob(world, job));
    await untilWaiting();
    await sql`set local lock_timeout = '5s'`.execute(db);
    // As who deletes a recording goes on.
    await sql`select from recordings where stream_id = ${stream.id} for update`.execute(db);
    await lockFeeds({ db });
  });
  await Promise.all(sweeping);
  const { rows } = await world.database.ownerPool.query(
    'select from recordings where stream_id = $1 and deleted_at is null',
    [stream.id],
  );
  expect(rows).toEqual([]);
});

test('a first live server takes waiting streams in the order of their ids', async () => {
  const added = [await addStream(world, owner), await addStream(world, owner)];
  const [lower, higher] = added.map(({ id }) => id).toSorted();
  // The lower one last: so it stands behind the other in the table.
  for (const id of [higher, lower])
    await world.database.ownerPool.query('update streams set node_id = null where id = $1', [id]);
  const joining: Promise<unknown>[] = [];
  await world.database.owner.transaction().execute(async (db) => {
    await sql`select from streams where id = ${lower} for update`.execute(db);
    joining.push(addServer(world, 'live-first'));
    await untilWaiting();
    await sql`select from streams where id = ${higher} for update nowait`.execute(db);
  });
  await Promise.all(joining);
  const { rows } = await world.database.ownerPool.query('select from streams where node_id is null');
  expect(rows).toEqual([]);
});
