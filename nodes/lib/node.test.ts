import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FakeControlPlane } from './testing/fake-control-plane.ts';
import { NodeBench } from './testing/running-node.ts';
import { until } from './testing/until.ts';

let bench: NodeBench;
let control: FakeControlPlane;

beforeEach(async () => {
  bench = await new NodeBench().prepare();
  control = bench.control;
});
afterEach(async () => {
  expect(await bench.clear()).toEqual([]);
});

const startNode = () => bench.start();
const lastReport = () => bench.lastReport;
const applied = (seq: number) => bench.applied(seq);

test('applies changes in order and acknowledges them', async () => {
  control.put('thing/a', { n: 1 });
  const { engine } = await startNode();
  await until(applied(1), 'the first acknowledgement');
  control.put('thing/b', { n: 2 });
  control.put('thing/a', null);
  await until(applied(3), 'the acknowledgement of later changes');
  expect([...engine.things]).toEqual([['thing/b', { n: 2 }]]);
  const addresses = ['203.0.113.7'];
  expect(lastReport()).toMatchObject({ epoch: control.epoch, refused: [], serving: true, addresses });
});

test('a change is acknowledged well within a second', async () => {
  const { engine } = await startNode();
  await until(() => engine.opened, 'an empty state');
  const startedMs = Date.now();
  control.put('thing/a', { n: 1 });
  await until(applied(1), 'the acknowledgement');
  expect(Date.now() - startedMs).toBeLessThan(1000);
});

test('epoch change makes it forget', async () => {
  control.put('thing/a', { n: 1 });
  control.put('thing/b', { n: 1 });
  const { engine } = await startNode();
  await until(applied(2), 'the first state');
  control.put('thing/b', null);
  control.collectTombstones();
  control.changeEpoch();
  await until(() => lastReport()?.epoch === control.epoch, 'the new epoch');
  await until(applied(3), 'the new state');
  expect(engine.calls).toContain('replace 1 forget');
  expect([...engine.things.keys()]).toEqual(['thing/a']);
});

test('a snapshot in many pages replaces the state as one', async () => {
  for (let n = 0; n < 25; n++) control.put(`thing/${n}`, { n });
  const { engine, stop } = await startNode();
  await until(applied(25), 'the first state');
  await stop();
  for (let n = 0; n < 20; n++) control.put(`thing/${n}`, null);
  control.collectTombstones();
  control.put('thing/new', {});
  control.pageSize = 2;
  const again = await startNode();
  await until(applied(46), 'the state of the snapshot');
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
  control.put('thing/a', { n: 1 });
  control.put('thing/b', { n: 1 });
  const { engine, node } = await startNode();
  await until(applied(2), 'the first state');
  control.put('thing/a', { refuse: 'no such origin' });
  control.put('thing/b', { n: 2 });
  await until(applied(4), 'the acknowledgement');
  expect(lastReport()?.refused).toEqual([{ key: 'thing/a', seq: 3, reason: 'no such origin' }]);
  expect([...engine.things.values()]).toEqual([{ n: 1 }, { n: 2 }]);

  node.signals.lost();
  engine.things.clear();
  node.signals.started();
  await until(() => engine.things.size === 2, 'the engine to be fed again');
  expect(engine.things.get('thing/a')).toEqual({ n: 1 });
  expect(lastReport()?.refused).toHaveLength(1);

  control.put('thing/a', { n: 3 });
  await until(() => lastReport()?.refused.length === 0, 'the refusal to go');
  expect(engine.things.get('thing/a')).toEqual({ n: 3 });
});

test('a refusal and the last good version survive a restart of the node', async () => {
  control.put('thing/a', { n: 1 });
  const first = await startNode();
  await until(applied(1), 'the first state');
  control.put('thing/a', { refuse: 'bad' });
  await until(applied(2), 'the refusal');
  await first.stop();
  control.reports.length = 0;
  const { engine } = await startNode();
  await until(() => engine.opened, 'opening');
  expect([...engine.things.values()]).toEqual([{ n: 1 }]);
  await until(() => lastReport()?.refused[0]?.reason === 'bad', 'the refusal');
});

test('a verdict that comes later is reported and can be taken back', async () => {
  control.put('thing/a', { n: 1 });
  const { node } = await startNode();
  await until(applied(1), 'the first state');
  await node.signals.settleLater('thing/a', 'its address became private');
  await until(() => lastReport()?.refused[0]?.reason === 'its address became private', 'the refusal');
  await node.signals.settleLater('thing/a', null);
  await until(() => lastReport()?.refused.length === 0, 'the refusal to go');
});

test('warnings and notices are reported apart', async () => {
  const { engine, node } = await startNode();
  engine.warnings = ['The disk is nearly full.'];
  engine.notices = ['shop.test cannot be resolved.'];
  node.signals.healthChanged();
  await until(() => lastReport()?.notices.length === 1, 'the notice');
  expect(lastReport()?.notices).toEqual(engine.notices);
  expect(lastReport()?.warnings).toEqual(engine.warnings);
});
