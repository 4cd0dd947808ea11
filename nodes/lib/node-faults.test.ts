import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotJoin, obtainCredential } from './credential.ts';
import { useNodeBench } from './testing/running-node.ts';
import { until } from './testing/until.ts';

const bench = useNodeBench();

test('a fresh node waits for the control plane before it opens', async () => {
  bench.control.silent = true;
  bench.control.joinTokens.clear();
  bench.control.joinTokens.add('join-me');
  bench.control.silent = false;
  const { signal } = new AbortController();
  await obtainCredential(
    { kind: 'edge' as const, folder: bench.folder, controlUrl: bench.control.url, joinToken: 'join-me' },
    signal,
  );
  bench.control.silent = true;
  const { engine } = await bench.start();
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(engine.opened).toBe(false);
});

test('a node that was away applies 1,000 changes and 50 purges before it opens', async () => {
  bench.control.pageSize = 100;
  bench.control.put('thing/0', { n: 0 });
  const first = await bench.start();
  await until(bench.applied(1), 'the first state');
  await first.stop();
  for (let n = 1; n <= 1000; n++) {
    bench.control.put(`thing/${n % 400}`, { n });
    if (n % 20 === 0) bench.control.put(`event/${n}`, { n });
  }
  const { engine } = await bench.start();
  await until(() => engine.opened, 'opening');
  expect(engine.openedWith).toEqual({ things: 400, events: 50 });
  expect(engine.things.get('thing/0')).toEqual({ n: 800 });
  await until(bench.applied(1051), 'the acknowledgement');
});

test('serves its last good state when the control plane is silent for 3 s', async () => {
  bench.control.put('thing/a', { n: 1 });
  const first = await bench.start();
  await until(bench.applied(1), 'the first state');
  await first.stop();
  bench.control.silent = true;
  const startedMs = Date.now();
  const { engine } = await bench.start();
  await until(() => engine.opened, 'opening without the control plane');
  expect(Date.now() - startedMs).toBeGreaterThan(2900);
  expect(Date.now() - startedMs).toBeLessThan(6000);
  expect([...engine.things]).toEqual([['thing/a', { n: 1 }]]);
});

test('says that it serves its last good state, and catches up when the control plane returns', async () => {
  bench.control.put('thing/a', { n: 1 });
  const first = await bench.start();
  await until(bench.applied(1), 'the first state');
  await first.stop();
  bench.control.put('thing/a', { n: 2 });
  bench.control.put('event/1', {});
  bench.control.failing = true;
  const { engine } = await bench.start();
  await until(() => engine.opened, 'opening without the control plane');
  expect(engine.events).toEqual([]);
  bench.control.reports.length = 0;
  bench.control.failing = false;
  await until(bench.applied(3), 'catching up');
  expect(engine.things.get('thing/a')).toEqual({ n: 2 });
  expect(engine.events).toEqual(['event/1']);
  await until(() => bench.lastReport?.warnings.length === 0, 'the warning to go');
});

test('while its engine is away it keeps following, acknowledges nothing and says so', async () => {
  const { engine, node } = await bench.start();
  await until(() => engine.opened, 'the empty state');
  node.signals.lost();
  engine.away = true;
  bench.control.put('thing/a', { n: 1 });
  bench.control.put('event/1', {});
  await until(
    async () => (await readFile(join(bench.folder, 'desired-state.log'), 'utf8')).includes('event/1'),
    'the state on disk',
  );
  await until(() => bench.lastReport?.serving === false, 'the report');
  expect(bench.lastReport?.appliedSeq).toBe(0);
  engine.away = false;
  node.signals.started();
  await until(bench.applied(2), 'the acknowledgement');
  expect(engine.events).toEqual(['event/1']);
});

test('survives restarts of the control plane without a change lost', async () => {
  const { engine } = await bench.start();
  for (let round = 1; round <= 3; round++) {
    bench.control.put(`thing/${round}`, {});
    await bench.control.stop();
    bench.control.put(`thing/${round}b`, {});
    await new Promise((resolve) => setTimeout(resolve, 50 * round));
    await bench.control.start();
    await until(bench.applied(2 * round), `round ${round}`);
  }
  expect(engine.things.size).toBe(6);
});

test('a removed node stops serving, says so, and does not come back by a restart', async () => {
  bench.control.put('thing/a', {});
  const { engine, ended } = await bench.start();
  await until(bench.applied(1), 'the first state');
  bench.control.removed = true;
  expect(await ended).toBe('removed');
  expect(engine.opened).toBe(false);
  expect(engine.things.size).toBe(0);
  const joining = { kind: 'edge' as const, folder: bench.folder, controlUrl: bench.control.url, joinToken: null };
  await expect(obtainCredential(joining, new AbortController().signal)).rejects.toThrow(CannotJoin);
});

test('errors of the control plane, however many, never end the service', async () => {
  bench.control.put('thing/a', {});
  const { engine } = await bench.start();
  await until(bench.applied(1), 'the first state');
  bench.control.failing = true;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  bench.control.failing = false;
  bench.control.put('thing/b', {});
  await until(bench.applied(2), 'the next change');
  expect(engine.calls).not.toContain('close');
});
