import { expect, test } from 'vitest';
import { useNodeBench } from './testing/running-node.ts';
import { until } from './testing/until.ts';

const bench = useNodeBench();

test('applies changes in order and acknowledges them', async () => {
  bench.control.put('thing/a', { n: 1 });
  const { engine } = await bench.start();
  await until(bench.applied(1), 'the first acknowledgement');
  bench.control.put('thing/b', { n: 2 });
  bench.control.put('thing/a', null);
  await until(bench.applied(3), 'the acknowledgement of later changes');
  expect([...engine.things]).toEqual([['thing/b', { n: 2 }]]);
  const addresses = ['203.0.113.7'];
  expect(bench.lastReport).toMatchObject({ epoch: bench.control.epoch, refused: [], serving: true, addresses });
});

test('a change is acknowledged at once, not with the next heartbeat', async () => {
  const { engine } = await bench.start();
  await until(() => engine.opened, 'an empty state');
  const startedMs = Date.now();
  bench.control.put('thing/a', { n: 1 });
  await until(bench.applied(1), 'the acknowledgement');
  expect(Date.now() - startedMs).toBeLessThan(2000);
});

test('epoch change makes it forget', async () => {
  bench.control.put('thing/a', { n: 1 });
  bench.control.put('thing/b', { n: 1 });
  const { engine } = await bench.start();
  await until(bench.applied(2), 'the first state');
  bench.control.put('thing/b', null);
  bench.control.collectTombstones();
  bench.control.changeEpoch();
  await until(() => bench.lastReport?.epoch === bench.control.epoch, 'the new epoch');
  await until(bench.applied(3), 'the new state');
  expect(engine.calls).toContain('replace 1 forget');
  expect([...engine.things.keys()]).toEqual(['thing/a']);
});

test('a snapshot in many pages replaces the state as one', async () => {
  for (let n = 0; n < 25; n++) bench.control.put(`thing/${n}`, { n });
  const { engine, stop } = await bench.start();
  await until(bench.applied(25), 'the first state');
  await stop();
  for (let n = 0; n < 20; n++) bench.control.put(`thing/${n}`, null);
  bench.control.collectTombstones();
  bench.control.put('thing/new', {});
  bench.control.pageSize = 2;
  const again = await bench.start();
  await until(bench.applied(46), 'the state of the snapshot');
  expect([...again.engine.things.keys()].sort()).toEqual([
    'thing/20',
    'thing/21',
    'thing/22',
    'thing/23',
    'thing/24',
    'thing/new',
  ]);
  expect(again.engine.calls[0]).toBe('replace 6 forget');
  expect(engine.things.size).toBe(25);
});

test('a refused thing leaves all others applied, keeps its last good version and reports the reason', async () => {
  bench.control.put('thing/a', { n: 1 });
  bench.control.put('thing/b', { n: 1 });
  const { engine, node } = await bench.start();
  await until(bench.applied(2), 'the first state');
  bench.control.put('thing/a', { refuse: 'no such origin' });
  bench.control.put('thing/b', { n: 2 });
  await until(bench.applied(4), 'the acknowledgement');
  expect(bench.lastReport?.refused).toEqual([{ key: 'thing/a', seq: 3, reason: 'no such origin' }]);
  expect([...engine.things.values()]).toEqual([{ n: 1 }, { n: 2 }]);

  node.signals.lost();
  engine.things.clear();
  node.signals.started();
  await until(() => engine.things.size === 2, 'the engine to be fed again');
  expect(engine.things.get('thing/a')).toEqual({ n: 1 });
  expect(bench.lastReport?.refused).toHaveLength(1);

  bench.control.put('thing/a', { n: 3 });
  await until(() => bench.lastReport?.refused.length === 0, 'the refusal to go');
  expect(engine.things.get('thing/a')).toEqual({ n: 3 });
});

test('a refusal and the last good version survive a restart of the node', async () => {
  bench.control.put('thing/a', { n: 1 });
  const first = await bench.start();
  await until(bench.applied(1), 'the first state');
  bench.control.put('thing/a', { refuse: 'bad' });
  await until(bench.applied(2), 'the refusal');
  await first.stop();
  bench.control.reports.length = 0;
  const { engine } = await bench.start();
  await until(() => engine.opened, 'opening');
  expect([...engine.things.values()]).toEqual([{ n: 1 }]);
  await until(() => bench.lastReport?.refused[0]?.reason === 'bad', 'the refusal');
});

test('a verdict that comes later is reported and can be taken back', async () => {
  bench.control.put('thing/a', { n: 1 });
  const { node } = await bench.start();
  await until(bench.applied(1), 'the first state');
  await node.signals.settleLater('thing/a', 'its address became private');
  await until(() => bench.lastReport?.refused[0]?.reason === 'its address became private', 'the refusal');
  await node.signals.settleLater('thing/a', null);
  await until(() => bench.lastReport?.refused.length === 0, 'the refusal to go');
});

test('warnings and notices are reported apart', async () => {
  const { engine, node } = await bench.start();
  engine.warnings = ['The disk is nearly full.'];
  engine.notices = ['shop.test cannot be resolved.'];
  node.signals.healthChanged();
  await until(() => bench.lastReport?.notices.length === 1, 'the notice');
  expect(bench.lastReport?.notices).toEqual(engine.notices);
  expect(bench.lastReport?.warnings).toEqual(engine.warnings);
});
