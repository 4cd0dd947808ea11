import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotJoin, obtainCredential } from './credential.ts';
import { FollowingNode } from './node.ts';
import { FakeControlPlane } from './testing/fake-control-plane.ts';
import { FakeEngine } from './testing/fake-engine.ts';
import { until } from './testing/until.ts';

let folder: string;
let control: FakeControlPlane;
let running: Running[] = [];

type Running = { node: FollowingNode; engine: FakeEngine; stop: () => Promise<void>; ended: Promise<string> };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'node-'));
  control = await new FakeControlPlane().start();
});

afterEach(async () => {
  for (const { stop } of running) await stop();
  running = [];
  await control.stop();
  expect(control.violations).toEqual([]);
  await rm(folder, { recursive: true });
});

async function startNode(engine = new FakeEngine()): Promise<Running> {
  const stopping = new AbortController();
  const joining = { folder, controlUrl: control.url, joinToken: 'join-me' };
  const credential = await obtainCredential(joining, stopping.signal);
  const options = {
    folder,
    controlUrl: control.url,
    credential,
    version: 'test',
    isEvent: (key: string) => key.startsWith('event/'),
  };
  const node = new FollowingNode(options, engine);
  await node.load();
  const ended = node.run(stopping.signal);
  node.signals.started();
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  const started = { node, engine, stop, ended };
  running.push(started);
  return started;
}

const lastReport = () => control.reports.at(-1);
const applied = (seq: number) => () => lastReport()?.appliedSeq === seq;

test('joins once, keeps its credential to itself, and starts again without the token', async () => {
  const { signal } = new AbortController();
  const joining = { folder, controlUrl: control.url, joinToken: 'join-me' };
  const first = await obtainCredential(joining, signal);
  expect((await stat(join(folder, 'credential.json'))).mode & 0o777).toBe(0o600);
  expect(await obtainCredential(joining, signal)).toMatchObject(first);
  expect(await obtainCredential({ ...joining, joinToken: null }, signal)).toMatchObject(first);
  expect(await obtainCredential({ ...joining, joinToken: 'used-up' }, signal)).toMatchObject(first);
});

test('a used-up token on a fresh node is refused in words', async () => {
  const joining = { folder, controlUrl: control.url, joinToken: 'used-up' };
  await expect(obtainCredential(joining, new AbortController().signal)).rejects.toThrow(CannotJoin);
});

test('applies changes in order and acknowledges them', async () => {
  control.put('thing/a', { n: 1 });
  const { engine } = await startNode();
  await until(applied(1), 'the first acknowledgement');
  control.put('thing/b', { n: 2 });
  control.put('thing/a', null);
  await until(applied(3), 'the acknowledgement of later changes');
  expect([...engine.things]).toEqual([['thing/b', { n: 2 }]]);
  expect(lastReport()).toMatchObject({ epoch: control.epoch, refused: [], serving: true });
});

test('a change is acknowledged well within a second', async () => {
  await startNode();
  await until(applied(0), 'an empty state');
  const startedMs = Date.now();
  control.put('thing/a', { n: 1 });
  await until(applied(1), 'the acknowledgement');
  expect(Date.now() - startedMs).toBeLessThan(300);
});

test('a fresh node waits for the control plane before it opens', async () => {
  control.silent = true;
  control.joinTokens.clear();
  control.joinTokens.add('join-me');
  control.silent = false;
  const { signal } = new AbortController();
  await obtainCredential({ folder, controlUrl: control.url, joinToken: 'join-me' }, signal);
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
  expect(Date.now() - startedMs).toBeLessThan(4000);
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

test('while its engine is away it keeps following, acknowledges nothing and says so', async () => {
  const { engine, node } = await startNode();
  await until(applied(0), 'the empty state');
  node.signals.lost();
  engine.away = true;
  control.put('thing/a', { n: 1 });
  control.put('event/1', {});
  await until(
    async () => (await readFile(join(folder, 'desired-state.log'), 'utf8')).includes('event/1'),
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
  const joining = { folder, controlUrl: control.url, joinToken: null };
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
