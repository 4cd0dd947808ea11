import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadFeatures } from './features.ts';
import { useWorld } from './testing/index.ts';
import { startWorker } from './worker.ts';

const world = useWorld();
const features = await loadFeatures();
const jobs = features.flatMap((feature) => feature.jobs ?? []);

test('a worker registers its timetable, and health sees it', async () => {
  const before = await world.ask(null, 'GET', '/health');
  expect(before.body.roles.worker).toMatchObject({ state: 'down' });
  const worker = await startWorker(world.settings, world.database, {
    transport: async () => {},
    lookUpDelegation: world.lookUpDelegation,
  });
  try {
    expect((await world.ask(null, 'GET', '/health')).body.roles.worker).toEqual({ state: 'ok' });
    const { rows } = await sql<{ name: string }>`select name from jobs.schedule order by name`.execute(
      world.database.owner,
    );
    expect(rows.map((row) => row.name)).toEqual(jobs.map(({ name }) => name).toSorted());
    expect(rows.length).toBeGreaterThan(6);
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

  for (const { run } of jobs)
    await run(world.database, { features, lookUpDelegation: world.lookUpDelegation, settings: world.settings });

  const left = await sql<{ zones: number; states: number; sessions: number; collected: number }>`
    select (select count(*) from zones) as zones, (select count(*) from desired_state) as states,
      (select count(*) from sessions) as sessions, (select collected_seq from feeds where kind = 'edge') as collected`.execute(
    world.database.owner,
  );
  expect(left.rows[0]).toMatchObject({ zones: 0, states: 0, sessions: 0 });
  expect(left.rows[0]!.collected).toBeGreaterThan(0);
});
