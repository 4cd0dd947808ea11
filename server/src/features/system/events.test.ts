import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { notify } from '../../lib/notify.ts';
import { openStream, type TestStream } from '../../testing/event-stream.ts';
import { type Person, password, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let other: Person & { serviceId: number };
const streams: TestStream[] = [];
beforeAll(async () => {
  owner = await world.addCustomer();
  other = await world.addCustomer();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const open = async (who: Person | string, lastEventId?: string) => {
  const stream = await openStream(world, who, lastEventId);
  streams.push(stream);
  await stream.waitFor(({ event }) => event === 'ready' || event === 'reset');
  return stream;
};
const signIn = async (email: string): Promise<string> =>
  (await world.ask(null, 'POST', '/auth/login', { email, password })).body.token;
const say = (customerId: number | null, id: string, topic: 'zones' | 'services' = 'zones') =>
  notify(world.database.owner, { customerId, event: { topic, serviceId: null, id } });
const idsOf = ({ heard }: TestStream) => heard.flatMap(({ data }) => (data.id ? [data.id] : []));
/** Until an event that everybody hears has come: what was to be heard before it has been heard. */
const settle = async (...all: TestStream[]) => {
  const id = `settle-${Math.random()}`;
  await say(null, id, 'zones');
  await Promise.all(all.map((stream) => stream.waitFor(({ data }) => data.id === id)));
};

describe('the event stream', () => {
  test('begins at once, is kept by no cache and held back by no proxy', async () => {
    const { status, headers, heard } = await open(owner);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(heard).toEqual([{ id: expect.stringMatching(/^\w{8}-\d+$/), event: 'ready', data: {} }]);
  });

  test.each([null, 'garbage', `hws_${'a'.repeat(43)}`])('is not opened for %s', async (who) => {
    const { status } = await openStream(world, who);
    expect(status).toBe(401);
  });

  test('tells of a change when it is committed, by its id alone', async () => {
    const stream = await open(owner);
    const { id } = await addZone(world, owner, { name: 'A secret name' });
    const { data } = await stream.waitFor(({ data }) => data.id === id);
    expect(data).toEqual({ topic: 'zones', serviceId: owner.serviceId, id });
    expect(JSON.stringify(stream.heard)).not.toContain('secret');
  });

  test('says nothing of a change that was refused or undone', async () => {
    const stream = await open(owner);
    const zone = await addZone(world, owner);
    await world.ask(owner, 'DELETE', zone.path);
    await settle(stream);
    stream.heard.length = 0;
    await world.ask(owner, 'PATCH', zone.path, { name: 'x' });
    await settle(stream);
    expect(idsOf(stream)).not.toContain(zone.id);
  });

  test('is each customer’s own', async () => {
    const [mine, theirs] = [await open(owner), await open(other)];
    await say(owner.customerId, 'for-owner');
    await say(other.customerId, 'for-other');
    await say(null, 'for-all');
    await settle(mine, theirs);
    expect(idsOf(mine).slice(0, -1)).toEqual(['for-owner', 'for-all']);
    expect(idsOf(theirs).slice(0, -1)).toEqual(['for-other', 'for-all']);
  });

  test('tells a contact only of what they may see, also when catching up', async () => {
    const blind = await world.addContact(owner.customerId, ['services.view']);
    const seeing = await world.addContact(owner.customerId, ['zones.view']);
    const [first, second] = [await open(blind), await open(seeing)];
    await say(owner.customerId, 'a-zone', 'zones');
    await say(owner.customerId, 'a-service', 'services');
    await first.waitFor(({ data }) => data.id === 'a-service');
    await settle(second);
    expect(idsOf(first)).toEqual(['a-service']);
    expect(idsOf(second).slice(0, -1)).toEqual(['a-zone']);
    const again = await open(blind, first.heard[0]!.id);
    await again.waitFor(({ data }) => data.id === 'a-service');
    expect(idsOf(again)).toEqual(['a-service']);
  });
});

describe('a browser that comes back', () => {
  test('receives what it missed, once and in order', async () => {
    const first = await open(owner);
    await say(owner.customerId, 'heard');
    const last = await first.waitFor(({ data }) => data.id === 'heard');
    first.close();
    for (const id of ['missed-1', 'missed-2', 'missed-3']) await say(owner.customerId, id);
    await say(other.customerId, 'not-mine');
    await sleep(100);
    const second = await open(owner, last.id);
    await settle(second);
    expect(idsOf(second).slice(0, -1)).toEqual(['missed-1', 'missed-2', 'missed-3']);
    expect(second.heard.map(({ event }) => event)).toEqual(['message', 'message', 'message', 'ready', 'message']);
  });

  test('hears what changed since any answer that it was given, and strangers learn no id', async () => {
    const authorization = `Bearer ${owner.token}`;
    const answer = await world.app.inject({ url: '/api/v1/services', headers: { authorization } });
    await say(owner.customerId, 'since-the-answer');
    const witness = await open(owner);
    await settle(witness);
    const stream = await open(owner, String(answer.headers['last-event-id']));
    expect(idsOf(stream)[0]).toBe('since-the-answer');
    expect((await world.app.inject({ url: '/api/v1/settings' })).headers).not.toHaveProperty('last-event-id');
  });

  test.each(['nonsense', '', '-', 'deadbeef-1', '0-0', '<script>-1'])(
    'with an id that is not of this stream (%j) is told to ask for everything again',
    async (id) => {
      const { heard } = await open(owner, id);
      expect(heard[0]).toMatchObject({ event: 'reset', data: {} });
    },
  );

  test('with an id of the future, or of too long ago, likewise', async () => {
    const { heard } = await open(owner);
    const [run, number] = heard[0]!.id.split('-');
    expect((await open(owner, `${run}-${Number(number) + 1}`)).heard[0]!.event).toBe('reset');
    expect((await open(owner, `${run}-x`)).heard[0]!.event).toBe('reset');
    const stream = await open(other);
    await world.database.ownerPool.query(
      `select pg_notify('headwater_events', '{"customerId":0,"event":{"topic":"zones","serviceId":null,"id":"' || n || '"}}') from generate_series(1, 1001) n`,
    );
    await settle(stream);
    expect((await open(owner, heard[0]!.id)).heard[0]!.event).toBe('reset');
  });
});

describe('a stream ends', () => {
  const endsWithin = async (stream: TestStream, milliseconds: number) => {
    const ended = await Promise.race([stream.ended.then(() => true), sleep(milliseconds, false)]);
    expect(ended).toBe(true);
  };

  test('when its session is over by itself', async () => {
    const token = await signIn(owner.email);
    await world.database.ownerPool.query(
      `update sessions set expires_at = now() + interval '700 milliseconds'
       where id = (select id from sessions order by created_at desc limit 1)`,
    );
    const stream = await open(token);
    await endsWithin(stream, 2000);
  });

  test('when its session was revoked just before it could hear of it', async () => {
    const token = await signIn(owner.email);
    const pool = world.database.ownerPool;
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(pool, 'query').mockImplementationOnce((async (...args: unknown[]) => {
      const found = await query(...args);
      await world.ask(token, 'POST', '/auth/logout');
      const witness = await open(owner);
      await settle(witness);
      return found;
    }) as never);
    const stream = await openStream(world, token);
    streams.push(stream);
    spy.mockRestore();
    expect(stream.status).toBe(200);
    await endsWithin(stream, 2000);
  });

  test('when its session opens a ninth: the oldest makes room, others stay', async () => {
    const another = await open(await signIn(owner.email));
    const token = await signIn(owner.email);
    const all: TestStream[] = [];
    for (let n = 0; n < 9; n++) all.push(await open(token));
    await endsWithin(all[0]!, 1000);
    await settle(another, ...all.slice(1));
    expect(idsOf(all[0]!)).toEqual([]);
  });

  test('when its browser does not read, while others go on', async () => {
    const reading = await open(owner);
    const { port } = world.app.server.address() as AddressInfo;
    const idle = connect(port, '127.0.0.1');
    idle.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\n\r\n`);
    await once(idle, 'readable');
    // In all more than the buffers of both ends hold, but never more at once than a reader who is there keeps up with.
    for (let part = 0; part < 250; part++) {
      await world.database.ownerPool.query(
        `select pg_notify('headwater_events', json_build_object('customerId', $1::bigint, 'event', json_build_object(
           'topic', 'zones', 'serviceId', null, 'id', n || repeat('x', 7000)))::text) from generate_series(1, 8) n`,
        [owner.customerId],
      );
      await settle(reading);
    }
    let read = 0;
    idle.on('data', (chunk) => (read += chunk.length));
    idle.on('error', () => {});
    await once(idle, 'close', { signal: AbortSignal.timeout(15_000) });
    expect(read).toBeLessThan(2000 * 7000);
  });

  test('when its session is revoked, within two seconds, and says so to nobody else', async () => {
    const token = await signIn(owner.email);
    const [ending, staying] = [await open(token), await open(owner)];
    await world.ask(token, 'POST', '/auth/logout');
    await endsWithin(ending, 2000);
    await settle(staying);
    expect(staying.heard.filter(({ data }) => data.topic === 'session')).toEqual([]);
    expect((await openStream(world, token)).status).toBe(401);
  });

  test('when the connection to the database broke, since nobody knows what was missed or revoked', async () => {
    const stream = await open(owner);
    const { id } = stream.heard[0]!;
    await world.database.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    await endsWithin(stream, 3000);
    const again = await open(owner, id);
    expect(again.heard[0]!.event).toBe('reset');
    await settle(again);
  });
});
