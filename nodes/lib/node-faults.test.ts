import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotJoin, obtainCredential } from './credential.ts';
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

test('a fresh node waits for the control plane before it opens', async () => {
  control.silent = true;
  control.joinTokens.clear();
  control.joinTokens.add('join-me');
  control.silent = false;
  const { signal } = new AbortController();
  await obtainCredential(
    { kind: 'edge' as const, folder: bench.folder, controlUrl: control.url, joinToken: 'join-me' },
    signal,
  );
  control.silent = true;
  const { engine } = await startNode();
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(engine.opened).toBe(false);
});

test('a node that was away applies 1,000 changes and 50 purges before it opens', async () => {
  control.pageSize = 100;
  control.put('thing/0', { n: 0 });
  const first = await startNode();
  await until(applied(1), 'the first state');
  await first.stop();
  for (let n = 1; n <= 1000; n++) {
    control.put(`thing/${n % 400}`, { n });
    if (n % 20 === 0) control.put(`event/${n}`, { n });
  }
  const { engine } = await startNode();
  await until(() => engine.opened, 'opening');
  expect(engine.openedWith).toEqual({ things: 400, events: 50 });
  expect(engine.things.get('thing/0')).toEqual({ n: 800 });
  await until(applied(1051), 'the acknowledgement');
});

test('serves its last good state when the control plane is silent for 3 s', async () => {
  control.put('thing/a', { n: 1 });
  const first = await startNode();
  await until(applied(1), 'the first state');
  await first.stop();
  control.silent = true;
  const startedMs = Date.now();
  const { engine } = await startNode();
  await until(() => engine.opened, 'opening without the control plane');
  expect(Date.now() - startedMs).toBeGreaterThan(2900);
  expect(Date.now() - startedMs).toBeLessThan(6000);
  expect([...engine.things]).toEqual([['thing/a', { n: 1 }]]);
});

test('says that it serves its last good state, and catches up when the control plane returns', async () => {
  control.put('thing/a', { n: 1 });
  const first = await startNode();
  await until(applied(1), 'the first state');
  await first.stop();
  control.put('thing/a', { n: 2 });
  control.put('event/1', {});
  control.failing = true;
  const { engine } = await startNode();
  await until(() => engine.opened, 'opening without the control plane');
  expect(engine.events).toEqual([]);
  control.reports.length = 0;
  control.failing = false;
  await until(applied(3), 'catching up', 3000);
  expect(engine.things.get('thing/a')).toEqual({ n: 2 });
  expect(engine.events).toEqual(['event/1']);
  await until(() => lastReport()?.warnings.length === 0, 'the warning to go');
});

test('while its engine is away it keeps following, acknowledges nothing and says so', async () => {
  const { engine, node } = await startNode();
  await until(() => engine.opened, 'the empty state');
  node.signals.lost();
  engine.away = true;
  control.put('thing/a', { n: 1 });
  control.put('event/1', {});
  await until(
    async () => (await readFile(join(bench.folder, 'desired-state.log'), 'utf8')).includes('event/1'),
    'the state on disk',
  );
  await until(() => lastReport()?.serving === false, 'the report');
  expect(lastReport()?.appliedSeq).toBe(0);
  engine.away = false;
  node.signals.started();
  await until(applied(2), 'the acknowledgement');
  expect(engine.events).toEqual(['event/1']);
});

test('survives restarts of the control plane without a change lost', async () => {
  const { engine } = await startNode();
  for (let round = 1; round <= 3; round++) {
    control.put(`thing/${round}`, {});
    await control.stop();
    control.put(`thing/${round}b`, {});
    await new Promise((resolve) => setTimeout(resolve, 50 * round));
    await control.start();
    await until(applied(2 * round), `round ${round}`, 4000);
  }
  expect(engine.things.size).toBe(6);
});

test('a removed node stops serving, says so, and does not come back by a restart', async () => {
  control.put('thing/a', {});
  const { engine, ended } = await startNode();
  await until(applied(1), 'the first state');
  control.removed = true;
  expect(await ended).toBe('removed');
  expect(engine.opened).toBe(false);
  expect(engine.things.size).toBe(0);
  const joining = { kind: 'edge' as const, folder: bench.folder, controlUrl: control.url, joinToken: null };
  await expect(obtainCredential(joining, new AbortController().signal)).rejects.toThrow(CannotJoin);
});

test('errors of the control plane, however many, never end the service', async () => {
  control.put('thing/a', {});
  const { engine } = await startNode();
  await until(applied(1), 'the first state');
  control.failing = true;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  control.failing = false;
  control.put('thing/b', {});
  await until(applied(2), 'the next change', 4000);
  expect(engine.calls).not.toContain('close');
});
