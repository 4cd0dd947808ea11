import { expect, test } from 'vitest';
import { queueMail } from '../../lib/mail.ts';
import { useWorld } from '../../testing/index.ts';
import { runJob } from '../../testing/run-job.ts';

const world = useWorld();

test('messages are kept for 400 days', async () => {
  const { email, customerId } = await world.addCustomer();
  for (const service of ['new', 'old'])
    await queueMail(world.database.owner, world.settings, {
      customerId,
      to: email,
      template: 'trial-ended',
      values: { name: 'Ada', service },
    });
  const { ownerPool } = world.database;
  const subjects = async () => (await ownerPool.query('select subject from emails')).rows.map(({ subject }) => subject);
  await ownerPool.query(`update emails set created_at = now() - interval '399 days'`);
  await runJob(world, 'sweep-mail');
  expect(await subjects()).toHaveLength(2);
  await ownerPool.query(`update emails set created_at = now() - interval '401 days' where subject like '%old%'`);
  await runJob(world, 'sweep-mail');
  expect(await subjects()).toEqual(['Your trial of new has ended']);
});
