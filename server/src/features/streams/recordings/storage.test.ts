import { storageFullWords } from '@headwater/contract/nodes/storage-document';
import type { Stream } from '@headwater/contract/streams/schema';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goAway, report, type TestEdge } from '../../../testing/edge.ts';
import { type Person, useWorld } from '../../../testing/index.ts';
import { docsOf, liveRecording, tellLive } from '../../../testing/live-report.ts';
import { runOperator } from '../../../testing/run-command.ts';
import { runJob } from '../../../testing/run-job.ts';
import { setServiceStatus } from '../../../testing/services.ts';
import { addServer, addStream } from '../../../testing/streams.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let live: TestEdge;
let edge: TestEdge;
/** Two for each test, the only ones in service. */
let storages: Record<'first' | 'second', TestEdge>;
let made = 0;

beforeAll(async () => {
  owner = await world.addCustomer();
  live = await addServer(world, 'live-1');
  edge = await world.addNode('edge-1');
});
beforeEach(async () => {
  await world.database.ownerPool.query(`delete from nodes where kind = 'storage'`);
  made += 1;
  storages = {
    first: await addServer(world, `first-${made}`, 'storage'),
    second: await addServer(world, `second-${made}`, 'storage'),
  };
});

type Which = 'first' | 'second';
const nameOf = (which: Which) => `${which}-${made}`;
const setServing = (which: Which, serving: boolean) => report(world, storages[which], { serving });

/** Where a finished recording of this stream is brought to now. */
async function place(stream: Stream, id: string, endedMinutesAgo = 0): Promise<string | undefined> {
  const now = Date.now();
  const endedAt = new Date(now - endedMinutesAgo * 60_000).toISOString();
  const recording = liveRecording(stream.id, { id, startedAt: new Date(now).toISOString(), endedAt });
  const { body } = await tellLive(world, live, { recordings: [recording] });
  return body.places[0] && new URL(body.places[0].url).hostname.replace(/-.*/, '');
}

async function store(stream: Stream, id: string): Promise<string | undefined> {
  const placed = await place(stream, id);
  await tellLive(world, live, { recordings: [liveRecording(stream.id, { id, state: 'stored' })] });
  return placed;
}

/** A stream with a recording that is stored in the first. */
async function addStored() {
  const stream = await addStream(world, owner, {}, 'dvr');
  await setServing('second', false);
  expect(await store(stream, `old${stream.id}`)).toBe('first');
  await setServing('second', true);
  return stream;
}

const link = (stream: { path: string }, id: string) =>
  world.ask(owner, 'POST', `${stream.path}/recordings/${id}/ticket`);
const edgeDoc = async ({ id }: Stream) => (await docsOf(world, edge)).get(`zone/live${id}r`) ?? null;
const edgePlace = async (stream: Stream) => (await edgeDoc(stream))?.origin.url.replace(/^http:\/\/|-.*/g, '');
const listed = async ({ path }: { path: string }) =>
  (await world.ask(owner, 'GET', `${path}/recordings`)).body.recordings;

describe('a storage that is drained', () => {
  test('goes on to show what it has, takes nothing new, and leaves the path once its last recording is gone', async () => {
    const stream = await addStored();
    await runOperator(world, 'node', 'drain', '--kind', 'storage', '--name', nameOf('first'));
    const [older, newer] = [`old${stream.id}`, `new${stream.id}`];
    expect(await store(stream, newer)).toBe('second');
    expect(await edgePlace(stream)).toBe('first');
    expect((await link(stream, older)).status).toBe(200);
    expect(await link(stream, newer)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('not in the storage that has the earlier ones') },
    });
    await world.ask(owner, 'DELETE', `${stream.path}/recordings/${older}`);
    expect(await edgePlace(stream)).toBe('second');
    expect((await link(stream, newer)).status).toBe(200);
  });
});

describe('a storage that is not there', () => {
  test('is given nothing of a stream that has none there', async () => {
    const stream = await addStream(world, owner, {}, 'dvr');
    await goAway(world, storages.first);
    expect(await place(stream, `one${stream.id}`)).toBe('second');
    await Promise.all([setServing('first', true), setServing('second', false)]);
    expect(await place(await addStream(world, owner, {}, 'dvr'), `two${stream.id}`)).toBe('first');
  });

  test('is waited for a quarter of an hour by streams that have recordings there', async () => {
    const stream = await addStored();
    await goAway(world, storages.first);
    expect(await place(stream, `new${stream.id}`)).toBe('first');
    await world.database.ownerPool.query(
      `update nodes set last_seen_at = now() - interval '16 minutes' where id = $1`,
      [storages.first.nodeId],
    );
    await setServing('second', true);
    expect(await place(stream, `new${stream.id}`)).toBe('second');
  });
});

describe('a storage that is full', () => {
  const setFull = (which: Which) => report(world, storages[which], { warnings: [`${storageFullWords} (1 MiB free).`] });

  test('is given nothing of a stream that has none there while another one has room', async () => {
    await setFull('first');
    const stream = await addStream(world, owner, {}, 'dvr');
    expect(await place(stream, `new${stream.id}`)).toBe('second');
    // One that was to be brought there is not there yet.
    await Promise.all([setServing('first', true), setFull('second')]);
    expect(await place(stream, `new${stream.id}`)).toBe('first');
  });

  test('is waited for a quarter of an hour by streams that have recordings there, and asked again once it has room', async () => {
    const stream = await addStored();
    await setFull('first');
    expect(await place(stream, `new${stream.id}`)).toBe('first');
    expect(await place(stream, `new${stream.id}`, 14)).toBe('first');
    expect(await place(stream, `new${stream.id}`, 16)).toBe('second');
    const { storage } = (await world.ask(null, 'GET', '/health')).body.roles;
    expect(storage).toMatchObject({ state: 'degraded', reason: expect.stringContaining(storageFullWords) });
    await setServing('first', true);
    expect(await place(stream, `new${stream.id}`, 16)).toBe('first');
  });

  test('is asked all the same where every one is', async () => {
    await Promise.all([setFull('first'), setFull('second')]);
    const stream = await addStream(world, owner, {}, 'dvr');
    expect(await place(stream, `one${stream.id}`)).toBeDefined();
  });
});

describe('a recording that its storage', () => {
  test('lost is shown with the reason and not opened, until it is found', async () => {
    const stream = await addStored();
    const id = `old${stream.id}`;
    const reason = 'The recording is lost: this storage does not have it.';
    const seq = await report(world, storages.first);
    await report(world, storages.first, { refused: [{ key: `recording/${id}`, seq, reason }] });
    expect(await listed(stream)).toMatchObject([{ id, state: 'failed', detail: reason }]);
    expect(await link(stream, id)).toMatchObject({ status: 409, body: { code: 'conflict', message: reason } });
    await report(world, storages.first);
    expect(await listed(stream)).toMatchObject([{ id, state: 'stored', detail: '' }]);
    expect((await link(stream, id)).status).toBe(200);
  });

  test('took with it when it was removed is shown as lost, and makes way for new ones', async () => {
    const stream = await addStored();
    await runOperator(world, 'node', 'remove', '--kind', 'storage', '--name', nameOf('first'));
    expect(await listed(stream)).toMatchObject([{ state: 'failed', detail: 'It was lost with its storage.' }]);
    expect((await link(stream, `old${stream.id}`)).body.code).toBe('conflict');
    await runJob(world, 'move-streams');
    expect(await edgeDoc(stream)).toBeNull();
    await setServing('second', true);
    expect(await store(stream, `new${stream.id}`)).toBe('second');
    expect((await link(stream, `new${stream.id}`)).status).toBe(200);
    expect((await world.ask(owner, 'DELETE', `${stream.path}/recordings/old${stream.id}`)).status).toBe(200);
  });
});

test('recordings of a service that is not active are not opened, by old links neither', async () => {
  const stream = await addStored();
  const id = `old${stream.id}`;
  await setServiceStatus(world, owner.serviceId, 'Suspended');
  expect(await edgeDoc(stream)).toMatchObject({ disabled: true });
  expect((await link(stream, id)).body).toMatchObject({
    code: 'service_inactive',
    message: 'This service is Suspended: its recordings cannot be opened.',
  });
  await setServiceStatus(world, owner.serviceId, 'Active');
  expect(await edgeDoc(stream)).toMatchObject({ disabled: false });
  expect((await link(stream, id)).status).toBe(200);
});
