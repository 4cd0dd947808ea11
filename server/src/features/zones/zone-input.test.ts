import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone, zonesPath } from '../../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let zone: Awaited<ReturnType<typeof addZone>>;
beforeAll(async () => {
  owner = await world.addCustomer();
  zone = await addZone(world, owner, {
    zone: 'taken',
    settings: { edgeTtlSeconds: 60, hostHeader: 'www.origin.test' },
  });
});

const good = { name: 'Good', zone: 'good', origin: 'https://origin.test' };
const everything = async () => {
  const { rows } = await world.database.ownerPool.query(
    `select (select json_agg(z order by id) from zones z) as zones, (select json_agg(d order by key) from desired_state d) as desired,
       (select json_agg(p) from purges p) as purges`,
  );
  return rows[0];
};
let before: unknown;
beforeEach(async () => {
  before = await everything();
});

const origins: [unknown, string, string, RegExp][] = [
  ['', 'invalid_input', 'origin', /Enter the address/],
  ['origin.test', 'invalid_input', 'origin', /must start with http/],
  ['ftp://origin.test', 'invalid_input', 'origin', /must start with http/],
  ['javascript:alert(1)', 'invalid_input', 'origin', /must start with http/],
  ['https://', 'invalid_input', 'origin', /Enter an address/],
  ['https://ori gin.test', 'invalid_input', 'origin', /must not contain spaces/],
  ['https://origin.test/a\nb', 'invalid_input', 'origin', /must not contain spaces/],
  ['https://origin.test\\@private.test', 'invalid_input', 'origin', /must not contain spaces, backslashes/],
  ['https://origin.test/\u0000', 'invalid_input', 'origin', /must not contain/],
  ['https://user@origin.test', 'invalid_input', 'origin', /user name or a password/],
  ['https://user:secret@origin.test', 'invalid_input', 'origin', /user name or a password/],
  ['https://origin.test/?a=1', 'invalid_input', 'origin', /query string/],
  ['https://origin.test?', 'invalid_input', 'origin', /query string/],
  ['https://origin.test/#top', 'invalid_input', 'origin', /fragment/],
  ['https://origin.test:0', 'invalid_input', 'origin', /Port 0/],
  ['https://origin.test:99999', 'invalid_input', 'origin', /Enter an address/],
  ['https://-origin.test', 'invalid_input', 'origin', /Enter an address/],
  ['https://a..test', 'invalid_input', 'origin', /Enter an address/],
  [`https://${'a'.repeat(64)}.test`, 'invalid_input', 'origin', /Enter an address/],
  [`https://origin.test/${'a'.repeat(2048)}`, 'invalid_input', 'origin', /2,048/],
  [42, 'invalid_input', 'origin', /^Must be a text$/],
  [null, 'invalid_input', 'origin', /^Must be a text$/],
  ['https://private.test', 'origin_private', 'origin', /private\.test/],
  ['http://PRIVATE.test:8080/x', 'origin_private', 'origin', /private\.test/],
  ['https://nowhere.test', 'origin_unresolvable', 'origin', /nowhere\.test does not resolve/],
];
const fields: [string, unknown, string, RegExp][] = [
  ['name', '', 'name', /Enter a name/],
  ['name', '   ', 'name', /Enter a name/],
  ['name', 'x'.repeat(101), 'name', /at most 100/],
  ['name', 5, 'name', /^Must be a text$/],
  ['name', null, 'name', /^Must be a text$/],
  ['settings', { edgeTtlSeconds: -1 }, 'settings.edgeTtlSeconds', /0 or more/],
  ['settings', { edgeTtlSeconds: 1.5 }, 'settings.edgeTtlSeconds', /whole seconds/],
  ['settings', { edgeTtlSeconds: 31_536_001 }, 'settings.edgeTtlSeconds', /One year/],
  ['settings', { edgeTtlSeconds: '60' }, 'settings.edgeTtlSeconds', /number/],
  ['settings', { staleIfErrorSeconds: 604_801 }, 'settings.staleIfErrorSeconds', /One week/],
  ['settings', { staleIfErrorSeconds: null }, 'settings.staleIfErrorSeconds', /number/],
  ['settings', { queryString: 'drop' }, 'settings.queryString', /keep/],
  ['settings', { hostHeader: 'two words' }, 'settings.hostHeader', /host name/],
  ['settings', { hostHeader: 'a.test\r\nX-Evil: 1' }, 'settings.hostHeader', /host name/],
  ['settings', { hostHeader: '' }, 'settings.hostHeader', /host name/],
  ['settings', { hostHeader: 'a.test:999999' }, 'settings.hostHeader', /host name/],
  ['settings', 'none', 'settings', /object/],
];
const aliases: [unknown, RegExp][] = [
  ['', /1 to 63 letters/],
  ['two words', /1 to 63 letters/],
  ['under_score', /1 to 63 letters/],
  ['dot.ted', /1 to 63 letters/],
  ['-front', /1 to 63 letters/],
  ['back-', /1 to 63 letters/],
  ['ümlaut', /1 to 63 letters/],
  ['a'.repeat(64), /1 to 63 letters/],
  ['xn--80ak6aa92e', /xn--/],
  ['XN--a', /xn--/],
  [7, /^Must be a text$/],
];

describe('a bad input is refused on its field and changes nothing', () => {
  const refuse = async (
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    code: string,
    field: string,
    message: RegExp,
  ) => {
    const answer = await world.ask(owner, method, path, body);
    expect(answer.status).toBe(code === 'invalid_input' ? 400 : 422);
    expect(answer.body).toMatchObject({ result: 'error', code });
    expect(answer.body.errors[0]).toEqual({ field, message: expect.stringMatching(message) });
    expect(await everything()).toEqual(before);
  };

  test.each(origins)('origin %j when creating and when changing', async (origin, code, field, message) => {
    await refuse('POST', zonesPath(owner.serviceId), { ...good, origin }, code, field, message);
    await refuse('PATCH', zone.path, { name: 'Also', origin }, code, field, message);
  });

  test.each(fields)('%s %j when creating and when changing', async (name, value, field, message) => {
    await refuse('POST', zonesPath(owner.serviceId), { ...good, [name]: value }, 'invalid_input', field, message);
    await refuse('PATCH', zone.path, { [name]: value }, 'invalid_input', field, message);
  });

  test.each(aliases)('alias %j', async (alias, message) => {
    await refuse('POST', zonesPath(owner.serviceId), { ...good, zone: alias }, 'invalid_input', 'zone', message);
  });

  test('all bad fields are named at once', async () => {
    const { body } = await world.ask(owner, 'POST', zonesPath(owner.serviceId), {
      zone: '-',
      origin: 'x',
      settings: { edgeTtlSeconds: -1 },
    });
    const named = body.errors.map((error: { field: string }) => error.field);
    expect(named.toSorted()).toEqual(['name', 'origin', 'settings.edgeTtlSeconds', 'zone']);
  });

  test.each([[{}], [{ unknown: 1 }], [{ zone: 'another' }], [{ id: 'x', status: 1 }]])(
    'a change that names no field that can be changed: %j',
    async (change) => {
      const { status, body } = await world.ask(owner, 'PATCH', zone.path, change);
      expect(status).toBe(400);
      expect(body.message).toBe('Name at least one field to change');
      expect(await everything()).toEqual(before);
    },
  );

  test.each([[{}], [{ status: 2 }], [{ status: '1' }], [{ status: true }], [{ status: null }]])(
    'status %j',
    async (body) => {
      expect((await world.ask(owner, 'PUT', `${zone.path}/status`, body)).body.code).toBe('invalid_input');
      expect(await everything()).toEqual(before);
    },
  );

  test.each(['http/push', 'vod/pull', 'live/pull', 'HTTP/pull'])(
    'zones of a kind that does not exist (%s)',
    async (kind) => {
      const { status } = await world.ask(owner, 'GET', `/services/${owner.serviceId}/zones/${kind}`);
      expect(status).toBe(400);
    },
  );

  test.each(['UPPER', 'a_b', '..', '%2e%2e', 'a'.repeat(33), '%00', "'; drop table zones; --"])(
    'zone id %s',
    async (id) => {
      const path = `${zonesPath(owner.serviceId)}/${encodeURIComponent(decodeURIComponent(id))}`;
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        expect((await world.ask(owner, method, path, { name: 'x' })).body.code).toMatch(/^(invalid_input|not_found)$/);
      }
      expect(await everything()).toEqual(before);
    },
  );

  test.each([
    'page=0',
    'page=x',
    'page=100001',
    'rows=0',
    'rows=101',
    'rows=1.5',
    'sort=secret',
    'order=up',
    'deleted=2',
  ])('list with %s', async (query) => {
    const { status, body } = await world.ask(owner, 'GET', `${zonesPath(owner.serviceId)}?${query}`);
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe(query.split('=')[0]);
  });
});

describe('an alias that is taken', () => {
  const create = (who: Person & { serviceId: number }, alias: string) =>
    world.ask(who, 'POST', zonesPath(who.serviceId), { ...good, zone: alias });

  test('by oneself, by another customer or by a deleted zone is refused in the same words', async () => {
    const other = await world.addCustomer();
    const deleted = await addZone(world, other, { zone: 'deleted' });
    await world.ask(other, 'DELETE', deleted.path);
    for (const [who, alias] of [
      [owner, 'taken'],
      [other, 'taken'],
      [other, 'TAKEN '],
      [owner, 'deleted'],
      [other, 'deleted'],
    ] as const) {
      const { status, body } = await create(who, alias);
      expect(status).toBe(409);
      const name = alias.trim().toLowerCase();
      const message = `The name ${name} is taken. Choose another one.`;
      expect(body).toMatchObject({ code: 'alias_taken', message, errors: [{ field: 'zone', message }] });
    }
  });

  test('goes to exactly one of many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(owner, 'wanted')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  });

  test('is no hindrance to those who did not ask for it: a name gives each of them an alias', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.ask(owner, 'POST', zonesPath(owner.serviceId), { name: 'Same Name', origin: good.origin }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const made = answers.map(({ body }) => body.zone.zone);
    expect(new Set(made).size).toBe(8);
    for (const alias of made) expect(alias).toMatch(/^same-name(-[a-z0-9]{6})?$/);
  });
});

describe('a service that is not Active', () => {
  test.each(['Pending', 'Suspended', 'Terminated', 'Cancelled'])('%s takes no new zone', async (domainstatus) => {
    const idle = await world.addCustomer({ domainstatus });
    const { status, body } = await world.ask(idle, 'POST', zonesPath(idle.serviceId), { ...good, zone: 'idle' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'service_inactive', message: expect.stringContaining(domainstatus) });
    expect(await everything()).toEqual(before);
  });
});

describe('a deleted zone', () => {
  test('takes no change until it is restored', async () => {
    const gone = await addZone(world, owner);
    await world.ask(owner, 'DELETE', gone.path);
    const was = await everything();
    const changes = [
      ['PATCH', '', { name: 'x' }],
      ['PATCH', '', { origin: 'https://nowhere.test' }],
      ['PUT', '/status', { status: 1 }],
      ['POST', '/purge', { files: ['/a'] }],
    ] as const;
    for (const [method, path, body] of changes) {
      const answer = await world.ask(owner, method, gone.path + path, body);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'conflict', message: 'This zone is deleted. Restore it first.' });
    }
    expect(await everything()).toEqual(was);
    expect((await world.ask(owner, 'POST', `${gone.path}/restore`)).status).toBe(200);
    expect((await world.ask(owner, 'PATCH', gone.path, { name: 'Back' })).body.zone.name).toBe('Back');
  });
});
