import { subscribe } from 'node:diagnostics_channel';
import { isPermission } from '@headwater/contract/lib/route';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Person, useWorld } from './testing/index.ts';
import {
  type Asked,
  type Case,
  cases,
  everyPermission,
  namesThing,
  samples,
  titled,
  useMatrix,
  userRoutes,
} from './testing/matrix.ts';
import type { Owner } from './testing/samples.ts';

const real: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    real.push(route);
  });
});
const world = useWorld();

const { addOwner, bringAbout, ask, fingerprint } = useMatrix(world);
const publicRoutes = cases.filter(({ route }) => route.access === 'public');
const nodeRoutes = cases.filter(({ route }) => route.access === 'node');
const forPeople = ({ route }: Case) => route.access === 'session' || route.people === true;

const invalidKey = {
  result: 'error',
  message: 'This API key was revoked, has expired or never was.',
  code: 'invalid_key',
  requestId: expect.any(String),
};
const expired = { result: 'error', message: 'Expired token', code: 'expired_token', requestId: expect.any(String) };

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
          const answer = kind.endsWith('key') ? invalidKey : expired;
          expect({ status, body }, `${kind} on ${one.name}`).toEqual({ status: 401, body: answer });
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
      // An account that has no service for this key is one without services.
      expect([one.route.status, 404], one.name).toContain(status);
      if (status === 404) expect(body.code).toBe('no_services');
      expect(JSON.stringify(body)).not.toContain(String(owner.serviceId));
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
          !namesThing(key) ? id : typeof id === 'number' || /^\d+$/.test(id) ? 999_999_999 : 'neverwas',
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

describe('what asks for the password once more', () => {
  const dangerous = userRoutes.filter(({ route }) => route.stepUp);

  test('is what hands out access or ends a service', () => {
    const names = ['createApiKey', 'inviteContact', 'removeContact', 'requestCancellation', 'updateContact'];
    expect(dangerous.map(({ name }) => name).toSorted()).toEqual(names);
  });

  test.each(titled(dangerous))('%s is for people: a key, which has no password, would pass', (_, one) => {
    expect(forPeople(one)).toBe(true);
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
