import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedReply } from '@headwater/contract/nodes/routes';
import { beforeAll, describe, expect, test } from 'vitest';
import { putDesiredState } from '../../lib/desired-state.ts';
import { seal } from '../../lib/seal.ts';
import { askFeed, type TestEdge } from '../../testing/edge.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { runOperator } from '../../testing/run-command.ts';
import { runJob } from '../../testing/run-job.ts';

const world = useWorld();
let edge: TestEdge;
let owner: Person & { serviceId: number };
beforeAll(async () => {
  edge = await world.addNode('edge-1');
  owner = await world.addCustomer();
});

/** One change in a transaction of its own, which commits some time after it wrote. */
const put = (key: string, doc: object | null = {}, lingerMs = 0, failing = false) =>
  world.database
    .asCustomer(owner.customerId, async (tx) => {
      const seq = await putDesiredState(tx, 'edge', key, owner.customerId, doc);
      await sleep(lingerMs);
      if (failing) throw new Error('undone');
      return seq;
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error;
      return 0;
    });
const follow = (from: Pick<FeedReply, 'epoch' | 'cursor'>, waitSeconds = 0) =>
  askFeed(world, edge, { ...from, waitSeconds });
const keysOf = ({ entries }: FeedReply) => entries.map(({ key }) => key);
const age = (key: string) =>
  world.database.ownerPool.query(`update desired_state set changed_at = now() - interval '8 days' where key = $1`, [
    key,
  ]);

describe('a follower', () => {
  test('sees every change exactly once and in order, however the transactions race', async () => {
    let at = await askFeed(world, edge);
    const seen: [string, number][] = [];
    let writing = true;
    const read = async () => {
      const end = !writing;
      at = await follow(at);
      expect(at.snapshot).toBe(false);
      seen.push(...at.entries.map(({ key, seq }): [string, number] => [key, seq]));
      if (!end) await read();
    };
    const reading = read();
    const written = await Promise.all(
      Array.from({ length: 120 }, async (_, n): Promise<[string, number]> => {
        await sleep(Math.random() * 300);
        const key = `race/${n}`;
        return [key, await put(key, { n }, Math.random() * 6, n % 10 === 9)];
      }),
    );
    writing = false;
    await reading;
    const committed = written.filter(([, seq]) => seq > 0).toSorted((a, b) => a[1] - b[1]);
    expect(committed).toHaveLength(108);
    expect(seen).toEqual(committed);
  });

  test('sees of several changes to one thing the newest, and that it is gone', async () => {
    const before = await askFeed(world, edge);
    await put('thing', { version: 1 });
    await put('thing', { version: 2 });
    const changed = await follow(before);
    expect(changed.entries).toEqual([{ key: 'thing', seq: changed.cursor, deleted: false, doc: { version: 2 } }]);
    await put('thing', null);
    const gone = await follow(changed);
    expect(gone.entries).toEqual([{ key: 'thing', seq: gone.cursor, deleted: true, doc: null }]);
    expect(await follow(gone)).toMatchObject({ snapshot: false, entries: [], cursor: gone.cursor });
  });

  test('receives thousands of changes in parts, each beginning where the last one ended', async () => {
    const before = await askFeed(world, edge);
    await world.database.ownerPool.query(
      `insert into desired_state (kind, key, seq, doc)
       select 'edge', 'many/' || n, nextval('desired_state_seq'), '{}' from generate_series(1, 6000) n`,
    );
    const first = await follow(before);
    expect(first).toMatchObject({ snapshot: false, more: true });
    const second = await follow(first);
    expect(second.more).toBe(false);
    expect(new Set([...keysOf(first), ...keysOf(second)]).size).toBe(6000);
    await world.database.ownerPool.query(`delete from desired_state where key like 'many/%'`);
  });

  test('is not shown the things of another kind of node', async () => {
    const before = await askFeed(world, edge);
    await world.database.ownerPool.query(`insert into feeds (kind) values ('other')`);
    await world.database.ownerPool.query(`select put_desired_state('other', 'zone/theirs', null, '{}')`);
    expect(await follow(before)).toMatchObject({ snapshot: false, entries: [], cursor: before.cursor });
    expect(keysOf(await askFeed(world, edge))).not.toContain('zone/theirs');
  });
});

describe('a full picture is given', () => {
  const snapshotFor = async (from: { epoch?: string; cursor?: number }) => {
    const reply = await askFeed(world, edge, from);
    expect(reply).toMatchObject({ snapshot: true, more: false });
    return reply;
  };

  test('to a node that knows nothing: what stands, without what is gone and without purges', async () => {
    await put('zone/stands', { here: true });
    await put('zone/gone');
    await put('zone/gone', null);
    await put('purge/one', { paths: ['/'] });
    const { entries, cursor } = await snapshotFor({});
    const keys = entries.map(({ key }) => key);
    expect(keys).toContain('zone/stands');
    expect(keys).not.toContain('zone/gone');
    expect(keys).not.toContain('purge/one');
    const { rows } = await world.database.ownerPool.query(
      `select max(seq) as last from desired_state where kind = 'edge'`,
    );
    expect(cursor).toBe(Number(rows[0].last));
  });

  test('to a node with a cursor of the future, as after the database was restored', async () => {
    const { epoch, cursor } = await askFeed(world, edge);
    await snapshotFor({ epoch, cursor: cursor + 1 });
  });

  test('to a node of another epoch, at once and not after waiting', async () => {
    const { epoch, cursor } = await askFeed(world, edge);
    await snapshotFor({ epoch: 'another', cursor });
    await world.database.ownerPool.query(`update feeds set epoch = 'restored' where kind = 'edge'`);
    const reply = await follow({ epoch, cursor }, 5);
    expect(reply).toMatchObject({ snapshot: true, epoch: 'restored' });
  });

  test('to a node whose cursor a restored database has overtaken, once the operator said that it was restored', async () => {
    await put('zone/before', {});
    const { epoch, cursor } = await askFeed(world, edge);
    // What was written before is undone and forgotten, and numbering has moved past the cursor.
    await put('zone/after', {});
    expect(await follow({ epoch, cursor })).toMatchObject({ snapshot: false });
    const waiting = follow({ epoch, cursor: (await askFeed(world, edge)).cursor }, 5);
    expect((await runOperator(world, 'database', 'restored')).code).toBe(0);
    expect(await waiting).toMatchObject({ snapshot: true });
    await snapshotFor({ epoch, cursor });
  });

  test('to a node that was away for longer than orders are kept, and to no other', async () => {
    await put('zone/last', {});
    const early = await askFeed(world, edge);
    await put('zone/short-lived', {});
    await put('zone/short-lived', null);
    await put('purge/old', { paths: ['/'] });
    const now = await follow(early);
    for (const key of ['zone/last', 'zone/short-lived', 'purge/old']) await age(key);
    await runJob(world, 'sweep-feed');
    const { rows } = await world.database.ownerPool.query('select key from desired_state where key = any($1)', [
      ['zone/last', 'zone/short-lived', 'purge/old'],
    ]);
    expect(rows).toEqual([{ key: 'zone/last' }]);
    await snapshotFor(early);
    expect(await follow(now)).toMatchObject({ snapshot: false, entries: [] });
  });

  test('in parts where it is large, of which no change, tombstone or sweep meanwhile spoils any', async () => {
    const large = () => ({ text: randomBytes(900_000).toString('base64') });
    const keys = Array.from({ length: 8 }, (_, n) => `large/${n}`);
    for (const key of keys) await put(key, large());
    // What was collected is newer than the first parts.
    await put('zone/collected', {});
    await put('zone/collected', null);
    await age('zone/collected');
    await runJob(world, 'sweep-feed');
    const first = await askFeed(world, edge);
    expect(first).toMatchObject({ snapshot: true, more: true });
    await put(keys[0]!, null);
    await put(keys[1]!, { text: 'newer' });
    const parts = [first];
    while (parts.at(-1)!.more) {
      const { epoch, cursor } = parts.at(-1)!;
      const part = await askFeed(world, edge, { epoch, cursor, continues: '1' });
      expect(part.snapshot).toBe(false);
      parts.push(part);
    }
    expect(parts.length).toBeGreaterThan(2);
    for (const { entries } of parts) expect(JSON.stringify(entries).length).toBeLessThan(8_000_000);
    const newest = new Map(parts.flatMap(({ entries }) => entries).map((entry) => [entry.key, entry]));
    expect(newest.get(keys[0]!)).toMatchObject({ deleted: true });
    expect(newest.get(keys[1]!)).toMatchObject({ doc: { text: 'newer' } });
    for (const key of keys.slice(2)) expect(newest.get(key)).toMatchObject({ deleted: false });
    const { epoch, cursor } = parts.at(-1)!;
    expect(await follow({ epoch, cursor })).toMatchObject({ snapshot: false, entries: [] });
    await world.database.ownerPool.query(`delete from desired_state where key like 'large/%'`);
  });

  test('that is whole, however many changes run meanwhile', async () => {
    for (const key of ['a', 'b']) await put(`pair/${key}`, { version: 0 });
    let writing = true;
    const write = async () => {
      for (let version = 1; version <= 60; version++) {
        await world.database.asCustomer(owner.customerId, async (tx) => {
          for (const key of ['a', 'b']) await putDesiredState(tx, 'edge', `pair/${key}`, owner.customerId, { version });
        });
      }
      writing = false;
    };
    const written = write();
    while (writing) {
      const { entries, cursor } = await snapshotFor({});
      const versions = entries
        .filter(({ key }) => key.startsWith('pair/'))
        .map(({ doc }) => (doc as { version: number }).version);
      expect(versions).toHaveLength(2);
      expect(versions[0]).toBe(versions[1]);
      expect(Math.max(...entries.map(({ seq }) => seq))).toBeLessThanOrEqual(cursor);
    }
    await written;
  });
});

test('a document that cannot be opened holds no other up, and its node is told so in its place', async () => {
  const node = await world.addNode('dns-1', 'dns');
  const zone = (signing: object | null) => ({ id: 'd', name: 'example.com', rrsets: [], signing });
  const sealed = seal(world.settings.secret, 'dnssec-key', 'a private key').toString('base64');
  const write = (key: string, signing: object | null) =>
    world.database.asCustomer(owner.customerId, (tx) =>
      putDesiredState(tx, 'dns', `domain/${key}`, owner.customerId, zone(signing)),
    );
  await write('sealed', { algorithm: 13, sealed });
  await write('broken', { algorithm: 13, sealed: 'AQ==' });
  await write('plain', null);
  const expected = {
    'domain/sealed': zone({ algorithm: 13, privateKey: 'a private key' }),
    'domain/broken': { unreadable: expect.stringContaining('cannot open') },
    'domain/plain': zone(null),
  };
  const docsOf = ({ entries }: FeedReply) => Object.fromEntries(entries.map(({ key, doc }) => [key, doc]));
  const picture = await askFeed(world, node);
  expect(docsOf(picture)).toEqual(expected);
  const changes = await askFeed(world, node, { epoch: picture.epoch, cursor: picture.entries[0]!.seq });
  expect(changes.snapshot).toBe(false);
  const { 'domain/sealed': _, ...later } = expected;
  expect(docsOf(changes)).toEqual(later);
});

describe('waiting', () => {
  test('ends within a second of a change', async () => {
    const before = await askFeed(world, edge);
    const waiting = follow(before, 20);
    await sleep(150);
    const at = performance.now();
    await put('zone/woken', {});
    expect(keysOf(await waiting)).toEqual(['zone/woken']);
    expect(performance.now() - at).toBeLessThan(1000);
  });

  test('ends after the time asked for, with nothing new', async () => {
    const before = await askFeed(world, edge);
    const at = performance.now();
    expect(await follow(before, 1)).toMatchObject({ snapshot: false, entries: [], cursor: before.cursor });
    expect(performance.now() - at).toBeGreaterThan(950);
    expect(performance.now() - at).toBeLessThan(2500);
  });

  test('ends also when the connection that listens was cut and the change came meanwhile', async () => {
    const before = await askFeed(world, edge);
    const waiting = follow(before, 10);
    await sleep(100);
    await world.database.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    await put('zone/meanwhile', {});
    const at = performance.now();
    expect(keysOf(await waiting)).toEqual(['zone/meanwhile']);
    expect(performance.now() - at).toBeLessThan(3000);
  });

  test('is not ended by a change that was undone', async () => {
    const before = await askFeed(world, edge);
    const waiting = follow(before, 1);
    await put('zone/undone', {}, 0, true);
    expect((await waiting).entries).toEqual([]);
  });

  test('is over when the node has gone, and any number of questions on one connection leave nothing behind', async () => {
    const before = await askFeed(world, edge);
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const sockets = new Set<Socket>();
    world.app.server.on('connection', (socket: Socket) => sockets.add(socket));
    const ask = (waitSeconds: number, signal?: AbortSignal) =>
      fetch(`${address}/api/v1/nodes/feed?epoch=${before.epoch}&cursor=${before.cursor}&waitSeconds=${waitSeconds}`, {
        headers: { authorization: `Bearer ${edge.credential}` },
        ...(signal && { signal }),
      });
    for (let n = 0; n < 30; n++) expect(await (await ask(0)).json()).toMatchObject({ entries: [] });
    for (const socket of sockets) expect(socket.listenerCount('close')).toBeLessThan(10);
    await expect(ask(25, AbortSignal.timeout(200))).rejects.toThrow(/aborted/);
  });

  test.each(['cursor=-1', 'cursor=x', 'waitSeconds=26', 'waitSeconds=-1', `epoch=${'e'.repeat(61)}`])(
    '%s is bad input',
    async (query) => {
      expect((await world.ask(edge.credential, 'GET', `/nodes/feed?${query}`)).body.code).toBe('invalid_input');
    },
  );
});
