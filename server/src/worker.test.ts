import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweepSessions } from './features/account/index.ts';
import { sweepFeed } from './features/nodes/index.ts';
import { sweepUsage } from './features/usage/index.ts';
import { sweepZones } from './features/zones/index.ts';
import { useWorld } from './testing/index.ts';
import { startWorker } from './worker.ts';

const world = useWorld();

test('a worker registers its timetable, and health sees it', async () => {
  const before = await world.ask(null, 'GET', '/health');
  expect(before.body.roles.worker).toMatchObject({ state: 'down' });
  const worker = await startWorker(world.settings, world.database, async () => {});
  try {
    expect((await world.ask(null, 'GET', '/health')).body.roles.worker).toEqual({ state: 'ok' });
    const { rows } = await sql<{ name: string }>`select name from jobs.schedule order by name`.execute(
      world.database.owner,
    );
    expect(rows.map((row) => row.name)).toEqual(['sweep-feed', 'sweep-sessions', 'sweep-usage', 'sweep-zones']);
  } finally {
    await worker.stop();
  }
});

test('sweeping removes what has run out, frees the alias, and moves the feed past what it collected', async () => {
  const owner = await world.addCustomer();
  const path = `/services/${owner.serviceId}/zones/http/pull`;
  const { body } = await world.ask(owner, 'POST', path, { name: 'Swept', origin: 'https://origin.test' });
  await world.ask(owner, 'DELETE', `${path}/${body.zone.id}`);
  await sql`update zones set deleted_at = now() - interval '31 days'`.execute(world.database.owner);
  await sql`update desired_state set changed_at = now() - interval '8 days'`.execute(world.database.owner);
  await sql`update sessions set expires_at = now() - interval '1 second'`.execute(world.database.owner);

  await sweepSessions(world.database);
  await sweepFeed(world.database);
  await sweepUsage(world.database);
  await sweepZones(world.database);

  const left = await sql<{ zones: number; states: number; sessions: number; collected: number }>`
    select (select count(*) from zones) as zones, (select count(*) from desired_state) as states,
      (select count(*) from sessions) as sessions, (select collected_seq from feeds where kind = 'edge') as collected`.execute(
    world.database.owner,
  );
  expect(left.rows[0]).toMatchObject({ zones: 0, states: 0, sessions: 0 });
  expect(left.rows[0]!.collected).toBeGreaterThan(0);
});
