import type { LiveReport } from '@headwater/contract/nodes/live-report';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { report as reportNode, type TestEdge } from '../../../testing/edge.ts';
import { type Person, useWorld } from '../../../testing/index.ts';
import {
  docsOf as readDocs,
  liveRecording as recording,
  liveSession as session,
  liveState as state,
  tellLive,
} from '../../../testing/live-report.ts';
import { runJob } from '../../../testing/run-job.ts';
import { addServer, addStream } from '../../../testing/streams.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let live: TestEdge;
let storage: TestEdge;

beforeAll(async () => {
  owner = await world.addCustomer();
  live = await addServer(world, 'live-1');
  storage = await addServer(world, 'storage-1', 'storage');
});

const tell = (report: Partial<LiveReport>, node = live) => tellLive(world, node, report);
const docsOf = (node: TestEdge) => readDocs(world, node);

describe('what a live server tells', () => {
  test('of a stream is what its list shows; an older word does not undo a newer one', async () => {
    const stream = await addStream(world, owner);
    await tell({ states: [state(stream.id)] });
    await tell({ states: [state(stream.id, { at: '2026-11-21T00:00:00.000Z', state: 'idle', playable: false })] });
    const shown = (await world.ask(owner, 'GET', stream.path)).body.stream.live;
    expect(shown).toMatchObject({ state: 'live', playable: true, sessionId: 'session1' });
  });

  test('of a stream that another server carries changes nothing', async () => {
    const stream = await addStream(world, owner, { serverId: live.nodeId });
    const stranger = await addServer(world, 'live-stranger');
    await tell({ states: [state(stream.id)] }, stranger);
    expect((await world.ask(owner, 'GET', stream.path)).body.stream.live.state).toBe('idle');
    await world.database.ownerPool.query('delete from nodes where id = $1', [stranger.nodeId]);
  });

  test('counts once, however often the batch comes', async () => {
    const stream = await addStream(world, owner);
    const report = { batchId: 'twice', states: [], health: [], recordings: [] };
    const first = await tell({ ...report, sessions: [session(stream.id)] });
    const again = await tell({
      ...report,
      sessions: [session(stream.id, { state: 'ended', reason: 'publisher_left' })],
    });
    expect([first.body.counted, again.body.counted]).toEqual([true, false]);
    const { body } = await world.ask(owner, 'GET', `${stream.path}/sessions`);
    expect(body).toMatchObject({ total: 1, sessions: [{ state: 'live' }] });
  });

  test('of a session goes on until it ended; a late word does not open it again', async () => {
    const stream = await addStream(world, owner);
    await tell({ sessions: [session(stream.id), session(stream.id, { state: 'ended', reason: 'publisher_left' })] });
    await tell({ sessions: [session(stream.id, { state: 'reconnecting' })] });
    const { body } = await world.ask(owner, 'GET', `${stream.path}/sessions`);
    expect(body.sessions).toMatchObject([{ state: 'ended', reason: 'publisher_left' }]);
  });

  test('of health becomes the chart of the last hour', async () => {
    const stream = await addStream(world, owner);
    const at = new Date(Math.floor(Date.now() / 10_000) * 10_000).toISOString();
    const point = { streamId: stream.id, at, bitrateKbps: 2500, fps: 30, keyframeSeconds: 2, droppedFrames: 1 };
    await tell({ states: [state(stream.id)], health: [point] });
    const { health } = (await world.ask(owner, 'GET', `${stream.path}/health`)).body;
    expect(health.live.state).toBe('live');
    expect(health.points).toEqual([{ at, bitrateKbps: 2500, fps: 30, keyframeSeconds: 2, droppedFrames: 1 }]);
    expect(health.viewers).toHaveLength(60);
  });

  test('is believed of no other kind of node', async () => {
    const answer = await tell({}, storage);
    expect(answer.status).toBe(403);
  });
});

describe('a recording', () => {
  // A storage that is not there is given nothing.
  beforeEach(() => reportNode(world, storage));

  test('that is finished is given a place, which storage and edges know of by then', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    const { body } = await tell({ recordings: [recording(stream.id)] });
    const id = `r${stream.id}`;
    const stored = (await docsOf(storage)).get(`recording/${id}`);
    expect(body.places).toEqual([
      { recordingId: id, url: `http://storage-1.test:8090/recordings/${id}.mp4`, door: stored.door },
    ]);
    expect(stored).toMatchObject({ nodeId: storage.nodeId, sizeBytes: 1000, stored: false });
    const edge = await world.addNode(`edge-${id}`);
    const zone = (await docsOf(edge)).get(`zone/live${stream.id}r`);
    expect(zone).toMatchObject({ path: `r-${stream.id}`, delivery: 'passed', origin: { door: stored.door } });
    const early = await world.ask(owner, 'POST', `${stream.path}/recordings/${id}/ticket`);
    expect(early.body.code).toBe('conflict');
  });

  test('that arrived is opened by a link for itself alone, which edges know the key of', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    const id = `r${stream.id}`;
    await tell({ recordings: [recording(stream.id)] });
    await tell({ recordings: [recording(stream.id, { state: 'stored' })] });
    expect((await docsOf(storage)).get(`recording/${id}`).stored).toBe(true);
    const { body } = await world.ask(owner, 'POST', `${stream.path}/recordings/${id}/ticket`);
    expect(new URL(body.url).pathname).toMatch(new RegExp(`^/r-${stream.id}/${id}/~\\d+\\.[\\w-]+/${id}\\.mp4$`));
    expect(new URL(body.downloadUrl).pathname).toMatch(new RegExp(`/${id}/download/[\\w-]+\\.mp4$`));
  });

  test('that was deleted is taken from storage, and a live server that speaks of it hears that it is gone', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    const id = `r${stream.id}`;
    await tell({ recordings: [recording(stream.id)] });
    const deleted = await world.ask(owner, 'DELETE', `${stream.path}/recordings/${id}`);
    expect(deleted.status).toBe(200);
    expect((await docsOf(storage)).get(`recording/${id}`) ?? null).toBeNull();
    const { body } = await tell({ recordings: [recording(stream.id)] });
    expect(body).toMatchObject({ places: [], gone: [id] });
    expect((await world.ask(owner, 'GET', `${stream.path}/recordings`)).body.recordings).toEqual([]);
  });

  test('is not deleted while it is being made', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    await tell({ recordings: [recording(stream.id, { state: 'recording', endedAt: null, sha256: null })] });
    const answer = await world.ask(owner, 'DELETE', `${stream.path}/recordings/r${stream.id}`);
    expect(answer.body.code).toBe('conflict');
  });

  test('waits where there is no storage', async () => {
    await world.database.ownerPool.query(`update nodes set state = 'draining' where kind = 'storage'`);
    const stream = await addStream(world, owner, {}, 'dvr');
    const { body } = await tell({ recordings: [recording(stream.id)] });
    await world.database.ownerPool.query(`update nodes set state = 'in_service' where kind = 'storage'`);
    expect(body.places).toEqual([]);
    const shown = (await world.ask(owner, 'GET', `${stream.path}/recordings`)).body.recordings;
    expect(shown).toMatchObject([{ state: 'waiting' }]);
  });

  test('is deleted once it was kept as long as its stream says, and not before', async () => {
    const settings = { dvr: { enabled: true, retentionDays: 7 } };
    const stream = await addStream(world, owner, { settings }, 'dvr');
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await tell({
      recordings: [
        recording(stream.id, { id: `old${stream.id}`, endedAt: daysAgo(8) }),
        recording(stream.id, { id: `new${stream.id}`, endedAt: daysAgo(6) }),
      ],
    });
    await runJob(world, 'sweep-recordings');
    const { recordings } = (await world.ask(owner, 'GET', `${stream.path}/recordings`)).body;
    expect(recordings.map(({ id }: { id: string }) => id)).toEqual([`new${stream.id}`]);
    expect((await docsOf(storage)).get(`recording/old${stream.id}`) ?? null).toBeNull();
  });

  test('goes with its stream once that can no longer be restored', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    await tell({ recordings: [recording(stream.id)] });
    await world.ask(owner, 'DELETE', stream.path);
    await world.database.ownerPool.query(`update streams set deleted_at = now() - interval '31 days' where id = $1`, [
      stream.id,
    ]);
    await runJob(world, 'sweep-streams');
    expect((await docsOf(storage)).get(`recording/r${stream.id}`) ?? null).toBeNull();
    expect((await world.ask(owner, 'GET', stream.path)).status).toBe(404);
  });
});
