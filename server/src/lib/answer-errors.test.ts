import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../testing/index.ts';
import { zonesPath } from '../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
beforeAll(async () => {
  owner = await world.addCustomer();
});

const send = (options: InjectOptions) =>
  world.app.inject({ ...options, headers: { authorization: `Bearer ${owner.token}`, ...options.headers } });
const create = (payload: string | Buffer, contentType?: string) =>
  send({
    method: 'POST',
    url: `/api/v1${zonesPath(owner.serviceId)}`,
    payload,
    headers: contentType ? { 'content-type': contentType } : {},
  });
const zone = JSON.stringify({ name: 'x', origin: 'https://origin.test' });

/** As PostgreSQL does to everybody when it restarts. */
async function cutConnections(): Promise<void> {
  const url = new URL(world.settings.databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}

describe('every failure leaves in one shape', () => {
  const failures: [string, () => ReturnType<typeof send>, number, string][] = [
    ['broken JSON', () => create('{"name":', 'application/json'), 400, 'malformed_json'],
    ['an empty body', () => create('', 'application/json'), 400, 'malformed_json'],
    ['JSON that plants a prototype', () => create('{"__proto__":{"x":1}}', 'application/json'), 400, 'malformed_json'],
    [
      'no body at all',
      () => send({ method: 'POST', url: `/api/v1${zonesPath(owner.serviceId)}` }),
      400,
      'invalid_input',
    ],
    ['JSON that is no object', () => create('[1]', 'application/json'), 400, 'invalid_input'],
    ['JSON null', () => create('null', 'application/json'), 400, 'invalid_input'],
    [
      'a body of 64 KiB and more',
      () => create(`{"name":"${'x'.repeat(65_536)}"}`, 'application/json'),
      413,
      'body_too_large',
    ],
    ['text', () => create(zone, 'text/plain'), 415, 'unsupported_media_type'],
    ['a form', () => create('name=x', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    ['XML', () => create('<zone/>', 'application/xml'), 415, 'unsupported_media_type'],
    ['JSON of no type', () => create(zone, 'nonsense'), 415, 'unsupported_media_type'],
    ['an address that does not decode', () => send({ url: '/api/v1/services/%zz' }), 400, 'invalid_input'],
    ['an address cut short', () => send({ url: '/api/v1/services/%e0%a4' }), 400, 'invalid_input'],
    ['an endless id', () => send({ url: `/api/v1/services/${'9'.repeat(5000)}` }), 400, 'invalid_input'],
    ['a path that is no route', () => send({ url: '/api/v1/nothing' }), 404, 'not_found'],
    [
      'a method that the path does not take',
      () => send({ method: 'DELETE', url: '/api/v1/services' }),
      404,
      'not_found',
    ],
    ['an earlier version of the API', () => send({ url: '/api/v0/services' }), 404, 'not_found'],
    ['a path outside the API', () => send({ url: '/nothing', headers: { accept: 'text/html' } }), 404, 'not_found'],
    [
      'U+0000 in a search',
      () => send({ url: `/api/v1${zonesPath(owner.serviceId)}?search=a%00b` }),
      400,
      'invalid_input',
    ],
  ];
  test.each(failures)('%s', async (_, fail, status, code) => {
    const answer = await fail();
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ result: 'error', code, requestId: answer.headers['x-request-id'] });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(/^([A-Z]|body: [A-Z]).*\.?$/s);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    [undefined, 'body: Must be an object', [{ field: 'body', message: 'Must be an object' }]],
    [
      { name: 1, status: 'on' },
      'name: Must be a text',
      [
        { field: 'name', message: 'Must be a text' },
        { field: 'origin', message: 'Required' },
      ],
    ],
  ])('input that is not valid, %j, is told in plain words, each beside its field', async (body, message, errors) => {
    const answer = await world.ask(owner, 'POST', zonesPath(owner.serviceId), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message, errors } });
  });

  test('and none of them made a zone', async () => {
    expect((await world.ask(owner, 'GET', zonesPath(owner.serviceId))).body.total).toBe(0);
  });

  test('what was not foreseen shows nothing of its cause but the request id', async () => {
    await world.database.ownerPool.query('alter table services rename to services_away');
    try {
      const { status, body, headers } = await world.ask(owner, 'GET', '/services');
      expect(status).toBe(500);
      expect(body).toEqual({
        result: 'error',
        message: `Something went wrong on our side. Support can find it by the request id ${String(headers['x-request-id'])}.`,
        code: 'internal',
        requestId: headers['x-request-id'],
      });
    } finally {
      await world.database.ownerPool.query('alter table services_away rename to services');
    }
  });

  test('connections that PostgreSQL cuts at any moment cost 503 at worst, never the process, and the next request works', async () => {
    const zones = zonesPath(owner.serviceId);
    for (let round = 0; round < 8; round++) {
      const asked = Array.from({ length: 24 }, (_, n) =>
        n % 3
          ? world.ask(owner, 'GET', zones)
          : world.ask(owner, 'POST', zones, { name: 'Cut', origin: 'https://origin.test' }),
      );
      await sleep(round * 3);
      await cutConnections();
      for (const { status, body } of await Promise.all(asked)) {
        if (status < 300) continue;
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
      }
    }
    await sleep(300);
    expect((await world.ask(owner, 'GET', '/services')).status).toBe(200);
  });
});

test('each request has an id of its own, in the header and in the body', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask(null, 'GET', '/services')));
  for (const { body, headers } of answers) expect(body.requestId).toBe(headers['x-request-id']);
  expect(new Set(answers.map(({ body }) => body.requestId)).size).toBe(20);
  const given = await world.app.inject({
    url: '/api/v1/health',
    headers: { 'x-request-id': 'planted', 'request-id': 'planted' },
  });
  expect(given.headers['x-request-id']).not.toBe('planted');
});
