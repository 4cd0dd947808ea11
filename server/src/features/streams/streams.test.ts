import { createHash, createHmac } from 'node:crypto';
import { LiveStream } from '@headwater/contract/nodes/live-document';
import { beforeAll, describe, expect, test } from 'vitest';
import { askFeed, report, type TestEdge } from '../../testing/edge.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { setServiceStatus } from '../../testing/services.ts';
import { addServer, addStream, streamsPath } from '../../testing/streams.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let live: TestEdge;
let edge: TestEdge;

beforeAll(async () => {
  owner = await world.addCustomer();
  live = await addServer(world, 'live-1');
  edge = await world.addNode('edge-1');
  await report(world, edge);
});

/** What a node of a kind is told about a key now. */
async function toldOf(node: TestEdge, key: string) {
  const { entries } = await askFeed(world, node);
  return entries.findLast((entry) => entry.key === key);
}
const liveDoc = async (id: string) => LiveStream.parse((await toldOf(live, `stream/${id}`))!.doc);
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
const edgeDoc = async (id: string) => (await toldOf(edge, `zone/live${id}`))!.doc as any;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('creating a stream', () => {
  test('tells the live node the hash of its key, and edges where to fetch it', async () => {
    const stream = await addStream(world, owner, { name: 'Évening News' });
    expect(stream.ingest!.key).toMatch(new RegExp(`^${stream.id}_[\\w-]{24}$`));
    expect(stream.ingest!.url).toBe('rtmp://127.0.0.1/live');
    const told = await liveDoc(stream.id);
    expect(told).toMatchObject({ id: stream.id, nodeId: live.nodeId, disabled: 'no', rungs: [], record: false });
    expect(told.input).toEqual({ type: 'push', keyHash: sha256(stream.ingest!.key!), auth: null, addresses: null });
    const zone = await edgeDoc(stream.id);
    expect(zone).toMatchObject({
      hosts: [`live-${owner.serviceId}.cdn.localhost`],
      path: stream.alias,
      disabled: false,
    });
    expect(zone.origin).toMatchObject({ url: `http://live-1.test:8090/${stream.id}`, system: true, door: told.door });
    expect(stream.playback.hls).toBe(`http://live-${owner.serviceId}.cdn.localhost:8080/${stream.alias}/index.m3u8`);
  });

  test('keeps keys, passwords and sources out of the database in clear', async () => {
    const secret = 'a-secret-of-links-0001';
    const stream = await addStream(
      world,
      owner,
      {
        sources: [{ url: 'rtmp://user:hunter2hunter2@origin.test/live/one' }],
        settings: { securetoken: { enabled: true, secrets: [secret], bindIp: false } },
      },
      'pull',
    );
    const pushed = await addStream(world, owner, {
      settings: { rtmpauth: { enabled: true, username: 'studio', password: 'p4ssword-of-studio' } },
    });
    const { rows } = await world.database.ownerPool.query(
      `select (select string_agg(s::text, '') from streams s) || (select string_agg(d::text, '') from desired_state d)
        || coalesce((select string_agg(a::text, '') from activity a), '') as everything`,
    );
    for (const text of [secret, 'hunter2hunter2', 'p4ssword-of-studio', pushed.ingest!.key!]) {
      expect(rows[0].everything, text).not.toContain(text);
    }
    expect((await liveDoc(stream.id)).input).toMatchObject({
      sources: [{ url: 'rtmp://user:hunter2hunter2@origin.test/live/one' }],
    });
    expect((await edgeDoc(stream.id)).access.token.keys).toEqual([secret]);
  });

  test.each([
    ['push', { sources: [{ url: 'rtmp://origin.test/a/b' }] }, 'sources'],
    ['pull', {}, 'sources'],
    ['pull', { sources: [{ url: 'ftp://origin.test/a.mp4' }] }, 'sources.0.url'],
    ['pull', { sources: [{ url: 'https://private.test/a.m3u8' }] }, 'sources.0.url'],
    [
      'pull',
      { sources: [{ url: 'https://origin.test/a.m3u8' }, { url: 'https://nowhere.test/a.m3u8' }] },
      'sources.1.url',
    ],
    ['timeshift', {}, 'delaySeconds'],
    ['timeshift', { delaySeconds: 86_401 }, 'delaySeconds'],
    ['push', { delaySeconds: 5 }, 'delaySeconds'],
    ['push', { serverId: 'elsewhere' }, 'serverId'],
    ['push', { alias: 'r-news' }, 'alias'],
    [
      'abr',
      { settings: { transcode: { enabled: false, profileIds: [], filterId: null } } },
      'settings.transcode.enabled',
    ],
    [
      'push',
      { settings: { transcode: { enabled: true, profileIds: ['none'], filterId: null } } },
      'settings.transcode.profileIds',
    ],
  ])('refuses a %s stream with %o, on the field', async (type, wish, field) => {
    const body = { name: 'Refused', ...wish };
    const answer = await world.ask(owner, 'POST', streamsPath(owner.serviceId, type), body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.errors?.map((one: { field: string }) => one.field)).toEqual([field]);
  });

  test('gives a multi-bitrate stream the default profiles, the best first, and a record stream its recording', async () => {
    const ladder = await liveDoc((await addStream(world, owner, {}, 'abr')).id);
    expect(ladder.rungs.map(({ name }) => name)).toEqual(['720p', '480p', '360p']);
    expect((await liveDoc((await addStream(world, owner, {}, 'dvr')).id)).record).toBe(true);
  });

  test('finds a record stream under both of its names', async () => {
    const stream = await addStream(world, owner, {}, 'record');
    expect(stream.type).toBe('dvr');
    for (const word of ['dvr', 'record']) {
      const answer = await world.ask(owner, 'GET', `${streamsPath(owner.serviceId, word)}/${stream.id}`);
      expect(answer.body.stream).toMatchObject({ id: stream.id, type: 'dvr', kind: 'restream' });
    }
  });

  test('is refused where no live server is in service, in words', async () => {
    await world.database.ownerPool.query(`update nodes set state = 'draining' where kind = 'live'`);
    const answer = await world.ask(owner, 'POST', streamsPath(owner.serviceId), { name: 'Nowhere' });
    await world.database.ownerPool.query(`update nodes set state = 'in_service' where kind = 'live'`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'no_live_server' } });
  });
});

test('a path that another service has too leads to its own stream, by a door of its own', async () => {
  const other = await world.addCustomer();
  const [mine, theirs] = [
    await addStream(world, owner, { alias: 'same' }),
    await addStream(world, other, { alias: 'same' }),
  ];
  const [a, b] = [await edgeDoc(mine.id), await edgeDoc(theirs.id)];
  expect([a.path, b.path]).toEqual(['same', 'same']);
  expect(a.hosts).not.toEqual(b.hosts);
  expect(a.origin.url).not.toBe(b.origin.url);
  expect(a.origin.door).not.toBe(b.origin.door);
});

describe('changing a stream', () => {
  test('is live once its own server and the edges have it; another live server holds nothing up', async () => {
    const other = await addServer(world, 'live-other');
    const stream = await addStream(world, owner, { serverId: live.nodeId });
    const state = async () => (await world.ask(owner, 'GET', stream.path)).body.stream.deployment.state;
    expect(await state()).toBe('pending');
    await report(world, edge);
    expect(await state()).toBe('pending');
    await report(world, live);
    expect(await state()).toBe('live');
    await world.database.ownerPool.query('delete from nodes where id = $1', [other.nodeId]);
  });

  test('does what each action says, and tells nodes', async () => {
    const stream = await addStream(world, owner);
    const act = (method: 'POST' | 'PUT' | 'DELETE', what: string, body?: object) =>
      world.ask(owner, method, `${stream.path}${what}`, body);
    expect((await act('PUT', '/status', { status: 1 })).body.stream.status).toBe(1);
    expect((await liveDoc(stream.id)).disabled).toBe('stream');
    expect((await edgeDoc(stream.id)).disabled).toBe(true);
    await act('PUT', '/status', { status: 0 });
    await act('POST', '/restart');
    expect(await liveDoc(stream.id)).toMatchObject({ disabled: 'no', generation: 1 });
    const rotated = (await act('POST', '/key')).body.stream.ingest.key;
    expect(rotated).not.toBe(stream.ingest!.key);
    expect((await liveDoc(stream.id)).input).toMatchObject({ keyHash: sha256(rotated) });
    await act('DELETE', '');
    expect((await toldOf(live, `stream/${stream.id}`))?.deleted ?? true).toBe(true);
    expect((await act('PUT', '/status', { status: 1 })).body.code).toBe('conflict');
    expect((await act('POST', '/restore')).body.stream.deletedAt).toBeNull();
    expect((await liveDoc(stream.id)).disabled).toBe('no');
  });

  test('with a hash takes the name out of its path', async () => {
    const stream = await addStream(world, owner, { settings: { hash: { enabled: true } } });
    const { path } = await liveDoc(stream.id);
    expect(path).toMatch(/^[0-9a-f]{24}$/);
    expect((await edgeDoc(stream.id)).path).toBe(path);
    expect(stream.playback.hls).toContain(`/${path}/index.m3u8`);
  });

  test('turns secure tokens on with a secret of its own making, which those who only look are not shown', async () => {
    const stream = await addStream(world, owner);
    const settings = { securetoken: { enabled: true, secrets: [], bindIp: false } };
    const changed = await world.ask(owner, 'PATCH', stream.path, { settings });
    const [secret] = changed.body.stream.settings.securetoken.secrets;
    expect(secret.length).toBeGreaterThanOrEqual(24);
    const viewer = await world.addContact(owner.customerId, ['streams.view']);
    const seen = (await world.ask(viewer, 'GET', stream.path)).body.stream;
    expect(seen.settings.securetoken.secrets).toEqual([]);
    expect(seen.ingest.key).toBeNull();
  });

  test.each([
    ['https://:hunter2@origin.test/a.m3u8?token=abc', 'https://origin.test/a.m3u8'],
    ['rtmp://user:hunter2@origin.test/live/secret-key', 'rtmp://origin.test/live/…'],
  ])('tells those who only look of the source %s no more than %s', async (url, shown) => {
    const stream = await addStream(world, owner, { sources: [{ url }] }, 'pull');
    const viewer = await world.addContact(owner.customerId, ['streams.view']);
    expect((await world.ask(viewer, 'GET', stream.path)).body.stream.sources).toEqual([{ url: shown }]);
  });

  test('to other sources stands in the activity log, without what may be a password or a key', async () => {
    const stream = await addStream(
      world,
      owner,
      { sources: [{ url: 'rtmp://user:old-pass@origin.test/live/a' }] },
      'pull',
    );
    const sources = [{ url: 'https://user:new-pass@origin.test/b.m3u8?token=abc' }];
    expect((await world.ask(owner, 'PUT', `${stream.path}/sources`, { sources })).status).toBe(200);
    const { rows } = await world.database.ownerPool.query(
      `select changes from activity where object_id = $1 and action = 'stream.sources-changed'`,
      [stream.id],
    );
    expect(rows).toEqual([
      { changes: { sources: { from: ['rtmp://origin.test/live/…'], to: ['https://origin.test/b.m3u8'] } } },
    ]);
  });

  test('passes access settings on to where they are checked', async () => {
    const stream = await addStream(world, owner, {
      settings: {
        domainlock: { enabled: true, policy: 'allow', list: ['*.example.com'], noReferrer: 'block' },
        geoblock: { enabled: true, policy: 'block', list: ['de'], exceptIps: ['203.0.113.0/24'] },
        useragent: { enabled: true, policy: 'block', list: ['*bot*'], caseSensitive: false },
        ipaccess: { enabled: true, policy: 'allow', list: ['198.51.100.7'], appliesTo: 'publish' },
      },
    });
    expect((await edgeDoc(stream.id)).access).toMatchObject({
      referrers: { policy: 'allow', hosts: ['*.example.com'], none: 'block' },
      countries: { policy: 'block', list: ['DE'], except: ['203.0.113.0/24'] },
      userAgents: { policy: 'block', list: ['*bot*'], caseSensitive: false },
      addresses: null,
      token: null,
    });
    expect((await liveDoc(stream.id)).input).toMatchObject({ addresses: { policy: 'allow', list: ['198.51.100.7'] } });
  });

  test('of sources says of each what is wrong with it, and keeps what was there', async () => {
    const sources = [{ url: 'https://origin.test/a.m3u8' }];
    const stream = await addStream(world, owner, { sources }, 'pull');
    const wrong = [{ url: 'https://private.test/a.m3u8' }, { url: 'https://nowhere.test/b.m3u8' }];
    const answer = await world.ask(owner, 'PUT', `${stream.path}/sources`, { sources: wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(2);
    expect((await world.ask(owner, 'GET', stream.path)).body.stream.sources).toEqual(sources);
  });

  test('follows its service: suspended, it is refused at ingest and at the edge, and comes back', async () => {
    const customer = await world.addCustomer();
    const stream = await addStream(world, customer);
    await setServiceStatus(world, customer.serviceId, 'Suspended');
    expect((await liveDoc(stream.id)).disabled).toBe('service');
    expect((await edgeDoc(stream.id)).disabled).toBe(true);
    expect((await world.ask(customer, 'POST', `${stream.path}/restart`)).body.code).toBe('service_inactive');
    await setServiceStatus(world, customer.serviceId, 'Active');
    expect((await liveDoc(stream.id)).disabled).toBe('no');
  });
});

test('moves to where its live server says that it is reached now', async () => {
  const server = await addServer(world, 'live-moving');
  const stream = await addStream(world, owner, { serverId: server.nodeId });
  await report(world, server, { doors: { url: 'http://10.9.8.7:9000', rtmpPort: 1940, rtmpsPort: 1941 } });
  expect((await edgeDoc(stream.id)).origin.url).toBe(`http://10.9.8.7:9000/${stream.id}`);
  const { ingest } = (await world.ask(owner, 'GET', stream.path)).body.stream;
  expect(ingest).toMatchObject({ url: 'rtmp://127.0.0.1:1940/live', secureUrl: 'rtmps://127.0.0.1:1941/live' });
});

describe('a link', () => {
  const signedBy = (key: string, url: string, address = '') => {
    const [, directory = '', expires = '', token] = /^(\/[^/]+\/)~(\d+)\.([\w-]+)\/index\.m3u8$/.exec(
      new URL(url).pathname,
    )!;
    const wanted = createHmac('sha256', key).update(`${directory}\n${expires}\n${address}`).digest('base64url');
    return token === wanted;
  };

  test('for viewers is signed with the first secret, and for the address where links are bound to one', async () => {
    const secrets = ['the-newer-secret-of-two', 'the-older-secret-of-two'];
    const settings = { securetoken: { enabled: true, secrets, bindIp: true } };
    const stream = await addStream(world, owner, { settings });
    const unbound = await world.ask(owner, 'POST', `${stream.path}/link`, {});
    expect(unbound.body.errors[0].field).toBe('ip');
    for (const [ip, as] of [
      ['203.0.113.7', '203.0.113.7'],
      ['2001:DB8:0:0::1', '2001:db8::1'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
    ] as const) {
      const { body } = await world.ask(owner, 'POST', `${stream.path}/link`, { ip });
      expect(signedBy(secrets[0]!, body.hls, as), ip).toBe(true);
    }
  });

  test('for the panel is signed with what edges know as the pass of this stream, for ten minutes', async () => {
    const stream = await addStream(world, owner);
    const { body } = await world.ask(owner, 'POST', `${stream.path}/link`, { for: 'preview' });
    expect(signedBy((await edgeDoc(stream.id)).access.pass, body.hls)).toBe(true);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    expect((await world.ask(owner, 'POST', `${stream.path}/link`, {})).body.code).toBe('conflict');
  });
});

test('is found by its name, its path and words for its type', async () => {
  const stream = await addStream(world, owner, { name: 'Quay camera' }, 'dvr');
  for (const words of ['quay', stream.id, 'record']) {
    const { body } = await world.ask(owner, 'GET', `/search?query=${words}&serviceId=${owner.serviceId}`);
    const found = body.results['Live Streams'] ?? [];
    expect(
      found.map((one: { id: string }) => one.id),
      words,
    ).toContain(stream.id);
  }
});
