import { expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { runOperator } from '../../testing/run-command.ts';
import { addStream } from '../../testing/streams.ts';

const world = useWorld();

test('an operator sets how many streams of a service may be live at once, and live servers are told', async () => {
  const owner = await world.addCustomer();
  const stream = await addStream(world, owner);
  const told = async () => {
    const text = 'select doc -> $2 as quota from desired_state where key = $1';
    return (await world.database.ownerPool.query(text, [`stream/${stream.id}`, 'quota'])).rows[0].quota;
  };
  const set = (most: string) =>
    runOperator(world, 'service', 'streams', '--id', String(owner.serviceId), '--most', most);
  expect((await set('3')).code).toBe(0);
  expect((await told()).streamsAtOnce).toBe(3);
  expect((await set('default')).out).toContain('20');
  expect((await told()).streamsAtOnce).toBe(20);
  expect(await runOperator(world, 'service', 'streams', '--id', '999999', '--most', '3')).toMatchObject({ code: 1 });
});
