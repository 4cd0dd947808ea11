import { subscribe } from 'node:diagnostics_channel';
import { contract } from '@headwater/contract/index';
import type { Route } from '@headwater/contract/lib/route';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Person, useWorld } from './testing/index.ts';
import { addZone } from './testing/zones.ts';

const real: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    real.push(route);
  });
});
const world = useWorld();

type Name = keyof typeof contract;
type Sample = { query?: string; body?: object };
/** A good input for each route. A new route does not compile here until it has one. */
const samples: Record<Name, Sample> = {
  login: { body: { email: 'nobody@example.test', password: 'wrong' } },
  logout: {},
  getSession: {},
  listServices: {},
  getService: {},
  listZones: {},
  createZone: { body: { name: 'From the matrix', origin: 'https://origin.test' } },
  getZone: {},
  updateZone: { body: { name: 'Renamed' } },
  setZoneStatus: { body: { status: 1 } },
  deleteZone: {},
  restoreZone: {},
  purgeZone: { body: { files: ['/logo.png'] } },
  listPurges: {},
  getPurge: {},
  getZoneStatistics: {},
  getServiceStatistics: {},
  joinNode: { body: { token: 'hwj_none' } },
  followFeed: { query: '?waitSeconds=0' },
  reportNode: { body: { epoch: null, appliedSeq: 0, refused: [], version: '1', serving: true, warnings: [] } },
  reportUsage: { body: { batchId: 'matrix', minutes: [] } },
  getHealth: {},
  getSettings: {},
};
const routes = Object.entries(contract) as [Name, Route][];
const publicRoutes = routes.filter(([, route]) => route.access === 'public');
const nodeRoutes = routes.filter(([, route]) => route.access === 'node');
const userRoutes = routes.filter(([, { access }]) => access !== 'public' && access !== 'node');
const permitted = userRoutes.filter(([, route]) => route.access !== 'session');
const owned = permitted.filter(([, route]) => route.params);

type Ids = { serviceId: number; zoneId: string; purgeId: string };
const ask = (who: Person | string | null, [name, route]: [Name, Route], ids: Ids) => {
  const path = route.path.replace(':mode', 'http').replace(':type', 'pull');
  const filled = path.replace(/:(\w+)/g, (_, key: keyof Ids) => String(ids[key]));
  return world.ask(who, route.method, filled + (samples[name].query ?? ''), samples[name].body);
};

async function addOwner() {
  const owner = await world.addCustomer();
  const zone = await addZone(world, owner);
  const purge = await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/a'] });
  return { owner, ids: { serviceId: owner.serviceId, zoneId: zone.id, purgeId: purge.body.purgeId as string } };
}

/** All that a refused request might have changed. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await world.database.ownerPool.query(
    `select (select json_agg(z order by id) from zones z) as zones, (select json_agg(p order by id) from purges p) as purges,
       (select json_agg(d order by key) from desired_state d) as desired, (select count(*) from usage_batches) as batches,
       (select json_agg(s order by id) from services s) as services, (select json_agg(n order by id) from nodes n) as nodes`,
  );
  return rows;
}

const expired = { result: 'error', message: 'Expired token', code: 'expired_token', requestId: expect.any(String) };

describe('every real route is declared', () => {
  test('in the contract, with its access, or is one of the three that are not JSON', () => {
    const declared = routes.map(([, { method, path }]) => `${method} /api/v1${path}`);
    const found = real
      .filter((route) => route.method !== 'HEAD')
      .map((route) => `${String(route.method)} ${route.url}`);
    expect(found.length).toBeGreaterThan(20);
    expect(found.toSorted()).toEqual([...declared, 'GET /api/v1/events', 'GET /api/v1/openapi.json'].toSorted());
    for (const route of real) expect(route.config?.access, `${String(route.method)} ${route.url}`).toBeTypeOf('string');
  });
});

describe('without a session nobody gets past', () => {
  test('no token, garbage, and tokens of ended sessions are all answered Expired token, and change nothing', async () => {
    const { owner, ids } = await addOwner();
    const gone = await world.addContact(owner.customerId, ['zones.view', 'zones.manage', 'services.view']);
    const late = await world.addContact(owner.customerId, ['zones.view', 'zones.manage', 'services.view']);
    const suspended = await world.addContact(owner.customerId, ['zones.view', 'zones.manage', 'services.view']);
    await world.ask(gone, 'POST', '/auth/logout');
    const { ownerPool } = world.database;
    await ownerPool.query('update sessions set expires_at = now() where user_id = $1', [late.userId]);
    await ownerPool.query('update users set suspended = true where id = $1', [suspended.userId]);
    const node = await world.addNode('edge-matrix');
    const strangers = {
      nobody: null,
      garbage: 'garbage',
      'a token that never was': `hws_${'a'.repeat(43)}`,
      'a token cut short': owner.token.slice(0, -1),
      'a token with more': `${owner.token}a`,
      'two tokens': `${owner.token}, Bearer ${owner.token}`,
      'an expired session': late,
      'a logged-out session': gone,
      'a suspended person': suspended,
      "a node's credential": node.credential,
    };
    const before = await fingerprint();
    for (const [kind, stranger] of Object.entries(strangers)) {
      for (const route of userRoutes) {
        const { status, body, headers } = await ask(stranger, route, ids);
        expect({ status, body }, `${kind} on ${route[0]}`).toEqual({ status: 401, body: expired });
        expect(headers['www-authenticate']).toBe('Bearer');
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('a person is nobody on the routes of nodes, and so is a node that was removed', async () => {
    const { owner, ids } = await addOwner();
    const removed = await world.addNode('edge-removed');
    await world.database.ownerPool.query('delete from nodes where id = $1', [removed.nodeId]);
    const before = await fingerprint();
    for (const stranger of [null, 'garbage', owner, removed.credential, `hwn_${'a'.repeat(43)}`]) {
      for (const route of nodeRoutes) {
        const { status, body } = await ask(stranger, route, ids);
        expect({ status, body }, route[0]).toEqual({ status: 401, body: expired });
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('a stranger is refused before the body is read', async () => {
    for (const [name, route] of [...userRoutes, ...nodeRoutes].filter(([, { body }]) => body)) {
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
    const ids = { serviceId: 1, zoneId: 'x', purgeId: 'x' };
    for (const route of publicRoutes) {
      for (const who of [null, 'garbage']) {
        const { body } = await ask(who, route, ids);
        expect(body.code, route[0]).not.toBe('expired_token');
      }
    }
  });
});

describe('permissions', () => {
  const grants: [string, string[]][] = [
    ['none', []],
    ['view only', ['services.view', 'zones.view']],
    ['manage only', ['zones.manage']],
    ['those of another area', ['services.view', 'unheard.of']],
    ['all', ['services.view', 'zones.view', 'zones.manage']],
  ];
  test.each(grants)('a contact with %s may do exactly that', async (_, granted) => {
    for (const route of userRoutes) {
      const { owner, ids } = await addOwner();
      const contact = await world.addContact(owner.customerId, granted);
      const { access, status: success } = route[1];
      const may = access === 'session' || granted.includes(access);
      const before = may ? null : await fingerprint();
      const { status, body } = await ask(contact, route, ids);
      expect(status, route[0]).toBe(may ? success : 403);
      if (may) continue;
      expect(body).toMatchObject({ result: 'error', code: 'forbidden', requestId: expect.any(String) });
      expect(await fingerprint()).toEqual(before);
    }
  });

  test('the account holder may do everything, whatever is stored for them', async () => {
    for (const route of userRoutes) {
      const { owner, ids } = await addOwner();
      await world.database.ownerPool.query(`update users set permissions = '{}' where id = $1`, [owner.userId]);
      const { status, body } = await ask(owner, route, ids);
      expect(status, route[0]).toBe(route[1].status);
      expect(body.result).toBe('success');
    }
  });
});

describe("another customer's object", () => {
  test('is 404, in the words for one that never was, and stays as it is', async () => {
    const { ids } = await addOwner();
    const other = await addOwner();
    const never: Ids = { serviceId: 999_999_999, zoneId: 'neverwas', purgeId: 'neverwas' };
    const before = await fingerprint();
    const plain = (body: object) => ({ ...body, requestId: '' });
    expect(owned.length).toBeGreaterThan(10);
    for (const route of owned) {
      const foreign = await ask(other.owner, route, ids);
      const missing = await ask(other.owner, route, never);
      expect(foreign.status, route[0]).toBe(404);
      expect(foreign.body.code, route[0]).toBe('not_found');
      expect(plain(foreign.body), route[0]).toEqual(plain(missing.body));
      // Nor may an own service, or an own zone, lead to what is another's.
      const mixtures = [
        { ...ids, serviceId: other.ids.serviceId },
        { ...other.ids, purgeId: ids.purgeId },
      ];
      for (const mixed of mixtures) {
        const used = Object.keys(ids).filter((key) => route[1].path.includes(`:${key}`)) as (keyof Ids)[];
        if (used.every((key) => mixed[key] === other.ids[key])) continue;
        expect((await ask(other.owner, route, mixed)).body.code, route[0]).toBe('not_found');
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('never stands in a list', async () => {
    const first = await addOwner();
    const second = await addOwner();
    const { body } = await world.ask(second.owner, 'GET', '/services');
    expect(body.services.map((service: { id: number }) => service.id)).toEqual([second.ids.serviceId]);
    const zones = await ask(second.owner, ['listZones', contract.listZones], second.ids);
    expect(JSON.stringify(zones.body)).not.toContain(first.ids.zoneId);
    expect(zones.body.total).toBe(1);
  });
});
