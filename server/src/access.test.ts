import { subscribe } from 'node:diagnostics_channel';
import { isPermission, type Route } from '@headwater/contract/lib/route';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { loadFeatures } from './features.ts';
import { openStream } from './testing/event-stream.ts';
import { type Person, useWorld } from './testing/index.ts';
import { type Ids, loadSamples, type Owner } from './testing/samples.ts';

const real: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    real.push(route);
  });
});
const world = useWorld();

const samples = await loadSamples();
const features = await loadFeatures();
type Case = { feature: string; name: string; route: Route };
const cases: Case[] = features.flatMap(({ routes = {} }) =>
  Object.entries(routes).map(([name, route]) => {
    const [feature] = [...samples].find(([, one]) => name in one.routes) ?? ['none'];
    return { feature, name, route };
  }),
);
const publicRoutes = cases.filter(({ route }) => route.access === 'public');
const nodeRoutes = cases.filter(({ route }) => route.access === 'node');
const userRoutes = cases.filter(({ route }) => route.access !== 'public' && route.access !== 'node');
const writing = userRoutes.filter(({ route }) => route.method !== 'GET');
const posting = userRoutes.filter(({ route }) => route.method === 'POST');
const titled = (all: Case[]) => all.map((one): [string, Case] => [one.name, one]);
const forPeople = ({ route }: Case) => route.access === 'session' || route.people === true;

/** The owner and, for the routes of one feature, the things that their parameters name. */
async function addOwner(feature: string): Promise<{ owner: Owner; ids: Ids }> {
  const owner = await world.addCustomer();
  const things = (await samples.get(feature)?.things?.(world, owner)) ?? {};
  return { owner, ids: { serviceId: owner.serviceId, mode: 'http', type: 'pull', kind: 'blog', ...things } };
}

type Asked = {
  status: number;
  body: { code?: string; result?: string; message?: string };
  headers: Record<string, unknown>;
};

async function ask(
  who: Person | string | null,
  { feature, name, route }: Case,
  ids: Ids,
  headers?: Record<string, string>,
): Promise<Asked> {
  const sample = samples.get(feature)!.routes[name]!;
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => String(ids[key] ?? 'nothing'));
  if (route.sends === 'text/event-stream') return askStream(who);
  const query = typeof sample.query === 'function' ? sample.query(ids) : (sample.query ?? '');
  const body = typeof sample.body === 'function' ? (sample.body as (ids: Ids) => object)(ids) : sample.body;
  return world.ask(who, route.method, path + query, body, headers);
}

/** A stream has no end: its status is all there is to see, and a refusal is JSON. */
async function askStream(who: Person | string | null): Promise<Asked> {
  const token = typeof who === 'string' ? who : who?.token;
  const stream = await openStream(world, token ?? null);
  const body = stream.status === 200 ? { result: 'success' } : (stream.refusal as Asked['body']);
  stream.close();
  return { status: stream.status, body, headers: Object.fromEntries(stream.headers) };
}

const bringAbout = (one: Case, owner: Owner, ids: Ids) =>
  samples.get(one.feature)?.routes[one.name]?.before?.(world, owner, ids);

/** All that a refused request might have changed: every table but those that count requests and sessions' last use. */
async function fingerprint(): Promise<unknown> {
  const { ownerPool } = world.database;
  const { rows } = await ownerPool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('attempt_limits', 'rate_limits', 'sessions', 'migrations', 'role_heartbeats') order by 1`,
  );
  const prints = rows.map(async ({ name }) => {
    // Who used a key, and when, is noted whatever became of the request.
    const drop = name === 'api_keys' ? `- 'last_used_at' - 'last_used_from'` : '';
    const { rows: print } = await ownerPool.query(
      `select count(*) as rows, md5(coalesce(string_agg((to_jsonb(t) ${drop})::text, '' order by to_jsonb(t)::text), '')) as hash from ${name} t`,
    );
    return [name, print[0]];
  });
  return Object.fromEntries(await Promise.all(prints));
}

const expired = { result: 'error', message: 'Expired token', code: 'expired_token', requestId: expect.any(String) };
const everyPermission = [
  ...new Set(userRoutes.flatMap(({ route }) => (isPermission(route.access) ? [route.access] : []))),
];

describe('every real route is declared', () => {
  test('in the contract of a feature, with its access and a sample here', () => {
    const declared = cases.map(({ route }) => `${route.method} /api/v1${route.path}`);
    const found = real
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${String(method)} ${url}`)
      .filter((name) => name.includes('/api/v1/'));
    expect(found.length).toBeGreaterThan(60);
    expect(found.toSorted()).toEqual(declared.toSorted());
    for (const { url, method, config } of real.filter((one) => one.url.startsWith('/api/v1'))) {
      expect(config?.access, `${String(method)} ${url}`).toBeTypeOf('string');
    }
    expect(cases.filter(({ feature }) => feature === 'none').map(({ name }) => name)).toEqual([]);
  });

  test('under a name of its own', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});

describe('without a session or a key nobody gets past', () => {
  test('no token, garbage, and ended or expired tokens are all answered Expired token, and change nothing', async () => {
    const { ownerPool } = world.database;
    const node = await world.addNode('edge-matrix');
    for (const feature of samples.keys()) {
      const { owner, ids } = await addOwner(feature);
      const [gone, late, suspended] = await Promise.all(
        Array.from({ length: 3 }, () => world.addContact(owner.customerId, everyPermission)),
      );
      await ownerPool.query('delete from sessions where user_id = $1', [gone!.userId]);
      await ownerPool.query('update sessions set expires_at = now() where user_id = $1', [late!.userId]);
      await ownerPool.query('update users set suspended = true where id = $1', [suspended!.userId]);
      const strangers = {
        nobody: null,
        garbage: 'garbage',
        'a token that never was': `hws_${'a'.repeat(43)}`,
        'a token cut short': owner.token.slice(0, -1),
        'a token with more': `${owner.token}a`,
        'two tokens': `${owner.token}, Bearer ${owner.token}`,
        'an expired session': late!.token,
        'a logged-out session': gone!.token,
        'a suspended person': suspended!.token,
        "a node's credential": node.credential,
        'a revoked key': (await world.addKey(owner, { revokedAt: new Date() })).token,
        'an expired key': (await world.addKey(owner, { expiresAt: new Date(Date.now() - 1000) })).token,
        "a suspended person's key": (await world.addKey(suspended!)).token,
      };
      const untouched = await fingerprint();
      for (const [kind, stranger] of Object.entries(strangers)) {
        for (const one of userRoutes.filter((route) => route.feature === feature)) {
          const { status, body, headers } = await ask(stranger, one, ids);
          expect({ status, body }, `${kind} on ${one.name}`).toEqual({ status: 401, body: expired });
          expect(headers['www-authenticate']).toBe('Bearer');
        }
      }
      expect(await fingerprint()).toEqual(untouched);
    }
  });

  test('a person is nobody on the routes of nodes, and so is a node that was removed', async () => {
    const { owner, ids } = await addOwner('nodes');
    const removed = await world.addNode('edge-removed');
    await world.database.ownerPool.query('delete from nodes where id = $1', [removed.nodeId]);
    const key = await world.addKey(owner);
    const untouched = await fingerprint();
    for (const stranger of [null, 'garbage', owner.token, key.token, removed.credential, `hwn_${'a'.repeat(43)}`]) {
      for (const one of nodeRoutes) {
        const { status, body } = await ask(stranger, one, ids);
        expect({ status, body }, one.name).toEqual({ status: 401, body: expired });
      }
    }
    expect(await fingerprint()).toEqual(untouched);
  });

  test('a stranger is refused before the body is read', async () => {
    for (const { name, route } of [...userRoutes, ...nodeRoutes].filter(({ route }) => route.body)) {
      const answer = await world.app.inject({
        method: route.method,
        url: `/api/v1${route.path.replace(/:\w+/g, '1')}`,
        headers: { 'content-type': 'application/json' },
        payload: '{broken',
      });
      expect(answer.statusCode, name).toBe(401);
    }
  });

  test('public routes answer whoever asks', async () => {
    for (const one of publicRoutes) {
      for (const who of [null, 'garbage']) {
        const { body } = await ask(who, one, { kind: 'blog' });
        expect(body.code, one.name).not.toBe('expired_token');
      }
    }
  });
});

describe.each(titled(userRoutes))('%s', (_, one) => {
  const { access, status: success } = one.route;
  const others = isPermission(access) ? everyPermission.filter((permission) => permission !== access) : [];

  test('is done for the account holder, and for a contact and a key with the permission', async () => {
    const askers: [string, (owner: Owner) => Promise<Person | string>][] = [
      ['the owner', async (owner) => owner],
      ['a contact', (owner) => world.addContact(owner.customerId, everyPermission)],
      ['a key', async (owner) => (await world.addKey(owner)).token],
    ];
    for (const [kind, asker] of askers) {
      const { owner, ids } = await addOwner(one.feature);
      const who = await asker(owner);
      await bringAbout(one, owner, ids);
      const { status, body } = await ask(who, one, ids);
      const refused = kind === 'a key' && forPeople(one);
      const hidden = kind === 'a contact' && samples.get(one.feature)!.routes[one.name]!.personal;
      const expected = hidden ? { status: 404, code: 'not_found' } : { status: success, code: undefined };
      expect({ status, code: body.code }, kind).toEqual(refused ? { status: 403, code: 'forbidden' } : expected);
    }
  });

  test.runIf(isPermission(access))(
    'is refused without its permission, whatever else is held, and changes nothing',
    async () => {
      const { owner, ids } = await addOwner(one.feature);
      await bringAbout(one, owner, ids);
      const refused: [string, Person | string][] = [
        ['a contact without permissions', await world.addContact(owner.customerId, [])],
        ['a contact with all others', await world.addContact(owner.customerId, [...others, 'unheard.of'])],
        ['a key without it', (await world.addKey(owner, { permissions: others })).token],
        [
          'a key of a contact without it',
          (await world.addKey(await world.addContact(owner.customerId, others), { permissions: everyPermission }))
            .token,
        ],
        ['a key from elsewhere', (await world.addKey(owner, { addresses: ['203.0.113.0/24'] })).token],
      ];
      const untouched = await fingerprint();
      for (const [kind, who] of refused) {
        const { status, body } = await ask(who, one, ids);
        expect({ status, code: body.code }, kind).toEqual({ status: 403, code: 'forbidden' });
      }
      expect(await fingerprint()).toEqual(untouched);
    },
  );

  test('is out of reach for a key that is limited to another service', async () => {
    const { owner, ids } = await addOwner(one.feature);
    const key = await world.addKey(owner, { services: [999_999_999] });
    await bringAbout(one, owner, ids);
    const untouched = await fingerprint();
    const { status, body } = await ask(key.token, one, ids);
    if (one.route.narrowed && !forPeople(one)) {
      expect(JSON.stringify(body)).not.toContain(`"id":${owner.serviceId}`);
      return;
    }
    const hidden = one.route.path.includes(':serviceId') && !forPeople(one);
    expect({ status, code: body.code }).toEqual(
      hidden ? { status: 404, code: 'not_found' } : { status: 403, code: 'forbidden' },
    );
    expect(await fingerprint()).toEqual(untouched);
  });

  test.runIf(one.route.params)(
    "another customer's object is 404, in the words for one that never was, and stays as it is",
    async () => {
      const { owner, ids } = await addOwner(one.feature);
      await bringAbout(one, owner, ids);
      const other = await addOwner(one.feature);
      const missing = Object.fromEntries(
        Object.entries(ids).map(([key, id]) => [
          key,
          /^(mode|type|kind)$/.test(key) ? id : typeof id === 'number' || /^\d+$/.test(id) ? 999_999_999 : 'neverwas',
        ]),
      );
      const used = Object.keys(ids).filter((key) => one.route.path.includes(`:${key}`) && missing[key] !== ids[key]);
      const untouched = await fingerprint();
      const plain = ({ status, body }: Asked) => ({ status, body: { ...body, requestId: '' } });
      const foreign = await ask(other.owner, one, ids);
      expect({ status: foreign.status, code: foreign.body.code }).toEqual({ status: 404, code: 'not_found' });
      expect(plain(foreign)).toEqual(plain(await ask(other.owner, one, missing)));
      // Nor may an own service, or an own zone, lead to what is another's.
      for (const key of used.slice(1)) {
        const mixed = { ...other.ids, [key]: ids[key]! };
        expect((await ask(other.owner, one, mixed)).body.code, key).toBe('not_found');
      }
      expect(await fingerprint()).toEqual(untouched);
    },
  );
});

describe('the account holder', () => {
  test('may do everything, whatever is stored for them', async () => {
    for (const one of userRoutes) {
      const { owner, ids } = await addOwner(one.feature);
      await world.database.ownerPool.query(`update users set permissions = '{}' where id = $1`, [owner.userId]);
      await bringAbout(one, owner, ids);
      expect((await ask(owner, one, ids)).status, one.name).toBe(one.route.status);
    }
  });
});

describe('what changes something', () => {
  test.each(titled(writing))('%s stands in the activity log, with who, from where and the request', async (_, one) => {
    const { owner, ids } = await addOwner(one.feature);
    await bringAbout(one, owner, ids);
    const { headers } = await ask(owner, one, ids);
    const { rows } = await world.database.ownerPool.query(
      'select actor_kind, actor_name, address from activity where customer_id = $1 and request_id = $2',
      [owner.customerId, headers['x-request-id']],
    );
    expect(rows).toContainEqual({ actor_kind: 'user', actor_name: 'Ada Owner', address: '127.0.0.1' });
  });
});

describe('what asks for the password once more', () => {
  const dangerous = userRoutes.filter(({ route }) => route.stepUp);

  test('is what hands out access or ends a service', () => {
    const names = ['createApiKey', 'inviteContact', 'removeContact', 'requestCancellation', 'updateContact'];
    expect(dangerous.map(({ name }) => name).toSorted()).toEqual(names);
  });

  test.each(titled(dangerous))(
    '%s is refused in a session that gave it long ago, and changes nothing',
    async (_, one) => {
      const { owner, ids } = await addOwner(one.feature);
      await bringAbout(one, owner, ids);
      await world.database.ownerPool.query(
        `update sessions set stepped_up_at = now() - interval '11 minutes' where customer_id = $1`,
        [owner.customerId],
      );
      const untouched = await fingerprint();
      const { status, body } = await ask(owner, one, ids);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'step_up_required' });
      expect(await fingerprint()).toEqual(untouched);
    },
  );
});

describe('an idempotency key', () => {
  test.each(titled(posting))('%s happens once, and is answered alike each time', async (_, one) => {
    const { owner, ids } = await addOwner(one.feature);
    await bringAbout(one, owner, ids);
    const headers = { 'idempotency-key': `matrix-${one.name}` };
    const first = await ask(owner, one, ids, headers);
    // Whoever logged out has no session to be answered in.
    if (one.name === 'logout') return;
    const done = await fingerprint();
    const second = await ask(owner, one, ids, headers);
    expect(first.status).toBe(one.route.status);
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await fingerprint()).toEqual(done);
  });
});

describe('a list', () => {
  test("never holds another customer's objects", async () => {
    for (const feature of samples.keys()) {
      const first = await addOwner(feature);
      const second = await addOwner(feature);
      const ids = Object.entries(first.ids).filter(([key]) => !/^(mode|type|kind)$/.test(key));
      for (const one of userRoutes.filter((route) => route.feature === feature && route.route.method === 'GET')) {
        if (one.route.sends) continue;
        await bringAbout(one, second.owner, second.ids);
        const { status, body } = await ask(second.owner, one, second.ids);
        expect(status, one.name).toBe(200);
        for (const [key, id] of ids) {
          if (String(id).length > 3) expect(JSON.stringify(body), `${one.name} ${key}`).not.toContain(`"${id}"`);
        }
      }
    }
  });
});
