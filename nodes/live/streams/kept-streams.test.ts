import { expect, test, vi } from 'vitest';
import { until } from '../../lib/testing/until.ts';
import { carriedStreams } from '../testing/carried-streams.ts';
import { pullStream, pushStream } from '../testing/live-document.ts';

test('a restarted program knows its streams at once, whatever becomes of the sources of others', async () => {
  const carried = carriedStreams();
  const dead = Array.from({ length: 5 }, (_, n) => pullStream(`dead${n}`, [`rtmp://nowhere${n}.test/live/x`]));
  carried.streams.carry([...dead, pushStream('a')]);
  await until(() => dead.every(({ id }) => carried.isRunning(id)), 'their encoders');
  for (const { id } of dead) carried.flow(id);
  const runs = dead.map(({ id }) => carried.stream(id).state.run?.id);
  carried.restart();
  expect(carried.streams.of('a')).toEqual(pushStream('a'));
  expect(dead.map(({ id }) => carried.stream(id).state.run?.id)).toEqual(runs);
  // Before the control plane, or anybody else, has said what there is.
  expect(carried.streams.isKnowing).toBe(false);
  const askedAtMs = Date.now();
  expect(await carried.publish('a')).toMatch(/^[0-9a-f]{32}$/);
  expect(Date.now() - askedAtMs).toBeLessThan(6000);
});

test('of two publishers who come at once for the last place of a service one is let in', async () => {
  const carried = carriedStreams();
  const quota = { group: 'g', streamsAtOnce: 1 };
  carried.streams.carry([pushStream('a', { quota }), pushStream('b', { quota })]);
  const [first, second] = await Promise.all([carried.publish('a'), carried.publish('b')]);
  expect(first).not.toBeNull();
  expect(second).toBeNull();
});

test('a session of a source ends in time, also while another source is being tried', async () => {
  const carried = carriedStreams();
  const ended = vi.spyOn(carried.recordings, 'endSession');
  const sources = ['rtmp://one.test/live/x', 'rtmp://two.test/live/x'];
  carried.streams.carry([pullStream('a', sources, { reconnectSeconds: 1 })]);
  const stream = carried.stream('a');
  const first = stream.state.run?.id;
  carried.flow('a');
  const session = stream.state.session?.id;
  carried.killLast();
  await until(() => stream.state.run !== null && stream.state.run.id !== first, 'the other source to be tried');
  await until(() => stream.state.session === null, 'the window to pass');
  await until(() => ended.mock.calls.length > 0, 'the end of the recording');
  expect(ended.mock.calls).toEqual([['a', session]]);
  expect(stream.state.run).not.toBeNull();
});

test('what ended for want of room begins again after a restart, when there is room', () => {
  const carried = carriedStreams();
  carried.streams.carry([pullStream('a', ['rtmp://one.test/live/x'])]);
  carried.room = 'full';
  carried.stream('a').take({ type: 'room' });
  expect(carried.stream('a').state).toMatchObject({ phase: 'failing', run: null, retryAtMs: null });
  carried.room = 'ok';
  carried.restart();
  expect(carried.stream('a').state).toMatchObject({ phase: 'connecting', run: { source: 0 } });
});

test('segment after segment nothing is written down of a stream, and its document only when it changes', async () => {
  const carried = carriedStreams();
  const changes = () => Number(carried.db.prepare('SELECT total_changes() AS n').get()?.n);
  carried.streams.carry([pullStream('a', ['rtmp://one.test/live/x'])]);
  await until(() => carried.isRunning('a'), 'the encoder');
  for (let segment = 0; segment < 5; segment++) carried.flow('a');
  const before = changes();
  for (let segment = 0; segment < 50; segment++) carried.flow('a');
  carried.streams.put(pullStream('a', ['rtmp://one.test/live/x']));
  expect(changes()).toBe(before);
  carried.streams.put(pullStream('a', ['rtmp://one.test/live/x'], { rewindSeconds: 60 }));
  expect(changes()).toBe(before + 1);
  const { session } = carried.stream('a').state;
  carried.restart();
  expect(carried.streams.of('a')?.rewindSeconds).toBe(60);
  expect(carried.stream('a').state).toMatchObject({ phase: 'live', session, run: { segments: 5 } });
});

test('an idle stream is not warned about, whatever was wrong before', () => {
  const carried = carriedStreams();
  carried.streams.carry([pullStream('a', ['rtmp://one.test/live/x'])]);
  const { look } = carried.stream('a');
  look.look(true);
  expect(look.describe().warnings).toMatchObject([{ code: 'low_disk' }]);
  carried.streams.put(pullStream('a', ['rtmp://one.test/live/x'], { disabled: 'stream' }));
  expect(look.describe()).toMatchObject({ state: 'idle', warnings: [] });
  carried.streams.put(pullStream('a', ['rtmp://one.test/live/x']));
  look.look(false);
  expect(look.describe()).toMatchObject({ state: 'connecting' });
});

test('a publisher of what no encoder reads is told so, also when it was seen while none ran', async () => {
  const carried = carriedStreams();
  carried.streams.carry([pushStream('a')]);
  const stream = carried.stream('a');
  const name = (await carried.publish('a')) ?? '';
  await until(() => carried.isRunning('a'), 'the encoder');
  stream.take({ type: 'run_ended', runId: stream.state.run?.id ?? '', reason: null, detail: 'Nothing could be read.' });
  expect(stream.state.run).toBeNull();
  const video = { codec: null, width: 0, height: 0, fps: 0, profile: null, level: null };
  const counts = { uptimeMs: 900, bytesIn: 1000, bytesOut: 0, players: 0, playedMs: 0 };
  carried.streams.seen(new Map([[name, { name, ...counts, publisher: null, video, audio: null }]]));
  expect(stream.state.connection).not.toBeNull();
  await until(() => stream.state.connection === null, 'the publisher to be sent away');
  expect(stream.state).toMatchObject({ phase: 'idle', run: null, session: null });
});
