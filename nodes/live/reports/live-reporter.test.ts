import type { LiveState } from '@headwater/contract/nodes/live-report';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ControlPlane } from '../../lib/control-plane.ts';
import { FakeControlPlane } from '../../lib/testing/fake-control-plane.ts';
import { until } from '../../lib/testing/until.ts';
import { openStore } from '../store.ts';
import { LiveReporter } from './live-reporter.ts';
import { Outbox } from './outbox.ts';
import { describeSession, isoOf } from './words.ts';

const idle: LiveState = {
  streamId: 'a',
  at: isoOf(0),
  state: 'idle',
  since: isoOf(0),
  sessionId: null,
  playable: false,
  health: null,
  warnings: [],
  processes: [],
  rewindableFrom: null,
};

let control: FakeControlPlane;
let outbox: Outbox;
let states: LiveState[];
let reporter: LiveReporter;
let stop: () => Promise<void>;

beforeEach(async () => {
  control = await new FakeControlPlane('live').start();
  outbox = new Outbox(openStore(':memory:'));
  states = [];
  reporter = new LiveReporter({
    outbox,
    states: () => states.splice(0),
    underWay: () => ({ sessions: ['s1'], recordings: ['r1'] }),
    onPlaces: () => undefined,
  });
  const controlPlane = new ControlPlane(control.url, 'secret');
  const stopping = new AbortController();
  const running = reporter.run(controlPlane, stopping.signal);
  stop = async () => {
    stopping.abort();
    await running;
    controlPlane.close();
  };
});
afterEach(async () => {
  await stop();
  await control.stop();
  expect(control.violations).toEqual([]);
});

test('a change is told at once', async () => {
  states.push(idle);
  const startedMs = Date.now();
  reporter.hurry();
  await until(() => control.liveReports.length === 1, 'the report');
  expect(Date.now() - startedMs).toBeLessThan(3000);
});

test('what happened while the control plane was away is told when it is back: the state too, which is said but once', async () => {
  control.failing = true;
  states.push(idle);
  reporter.hurry();
  await until(() => states.length === 0, 'the attempt');
  const session = { id: '1', kind: 'pull' as const, startedAtMs: 0, from: '', agent: '', reconnects: 0 };
  outbox.putSession(describeSession('a', session, { media: null, bytesIn: 0 }, { phase: 'live' }));
  control.failing = false;
  await until(() => outbox.isEmpty, 'everything to be told');
  expect(control.liveReports.flatMap((report) => report.states)).toEqual([idle]);
  expect(control.liveReports.flatMap((report) => report.sessions)).toHaveLength(1);
});

test('what is on the disk is told after all that happened while the control plane was away, however much that is', async () => {
  for (let count = 0; count < 2500; count++) {
    const session = { id: `${count}`, kind: 'pull' as const, startedAtMs: 0, from: '', agent: '', reconnects: 0 };
    outbox.putSession(describeSession('a', session, { media: null, bytesIn: 0 }, { phase: 'live' }));
  }
  reporter.hurry();
  const saysIt = () => control.liveReports.findIndex(({ underWay }) => underWay !== undefined);
  await until(() => saysIt() >= 0, 'what is on the disk');
  const before = control.liveReports.slice(0, saysIt() + 1);
  expect(before.flatMap(({ sessions }) => sessions)).toHaveLength(2500);
});

test('what is on the disk is told at the beginning, until it was heard, and then no more', async () => {
  control.failing = true;
  states.push(idle);
  reporter.hurry();
  await until(() => states.length === 0, 'the attempt');
  control.failing = false;
  await until(() => control.liveReports.length === 1, 'the first report');
  states.push(idle);
  reporter.hurry();
  await until(() => control.liveReports.length === 2, 'another report');
  expect(control.liveReports.map(({ underWay }) => underWay)).toEqual([
    { sessions: ['s1'], recordings: ['r1'] },
    undefined,
  ]);
});
