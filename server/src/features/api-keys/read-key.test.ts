import { beforeEach, describe, expect, test } from 'vitest';
import { newToken } from '../../lib/secret.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone, zonesPath } from '../../testing/zones.ts';
import { plainAddress } from './read-key.ts';

const world = useWorld({ HEADWATER_TRUST_PROXY: '1' });
let owner: Person & { serviceId: number };
let contact: Person;
beforeEach(async () => {
  owner = await world.addCustomer({ services: 2 });
  contact = await world.addContact(owner.customerId, ['services.view', 'zones.view', 'zones.manage', 'emails.view']);
});

const run = (text: string, values: unknown[] = []) => world.database.ownerPool.query(text, values);
const expired = { status: 401, code: 'invalid_key' };
const forbidden = { status: 403, code: 'forbidden' };
const fine = { status: 200, code: undefined };
const askFrom = async (address: string | null, token: string, path = '/services') => {
  const { status, body } = await world.ask(
    token,
    'GET',
    path,
    undefined,
    address ? { 'x-forwarded-for': address } : {},
  );
  return { status, code: body.code as string | undefined, message: body.message as string };
};
const ask = async (token: string, path = '/services') => {
  const { status, code } = await askFrom(null, token, path);
  return { status, code };
};

describe('an API key', () => {
  test('may do what it was given and its maker may do, and nothing else', async () => {
    const key = await world.addKey(contact, { permissions: ['services.view', 'zones.view', 'activity.view'] });
    expect(await ask(key.token)).toEqual(fine);
    expect(await ask(key.token, '/emails')).toEqual(forbidden);
    expect(await ask(key.token, '/activity-log')).toEqual(forbidden);
    await run(`update users set permissions = '{services.view,activity.view}' where id = $1`, [contact.userId]);
    expect(await ask(key.token, '/activity-log')).toEqual(fine);
    expect(await ask(key.token, zonesPath(owner.serviceId))).toEqual(forbidden);
  });

  test('acts for its account alone', async () => {
    const other = await world.addCustomer();
    const key = await world.addKey(other);
    expect(await ask(key.token, `/services/${owner.serviceId}`)).toEqual({ status: 404, code: 'not_found' });
  });

  test.each([
    ['revoked', 'update api_keys set revoked_at = now() where user_id = $1'],
    ['expired', 'update api_keys set expires_at = now() where user_id = $1'],
    ['of a person who is suspended', 'update users set suspended = true where id = $1'],
    ['of a person who was removed', 'delete from users where id = $1'],
  ])('that is %s is refused from its next request on', async (_, change) => {
    const key = await world.addKey(contact);
    expect(await ask(key.token)).toEqual(fine);
    await run(change, [contact.userId]);
    expect(await ask(key.token)).toEqual(expired);
  });

  test('of an account that is not verified may look at its services only', async () => {
    const key = await world.addKey(contact);
    await run('update users set email_verified = false where customer_id = $1', [owner.customerId]);
    expect(await ask(key.token)).toEqual(fine);
    expect(await ask(key.token, '/emails')).toEqual({ status: 403, code: 'email_unverified' });
  });

  test('that is limited to services finds no others, nor what belongs to the whole account', async () => {
    const key = await world.addKey(owner, { services: [owner.serviceId] });
    expect(await ask(key.token, zonesPath(owner.serviceId))).toEqual(fine);
    expect(await ask(key.token, zonesPath(owner.serviceId + 1))).toEqual({ status: 404, code: 'not_found' });
    for (const path of ['/activity-log', '/api-keys', '/contacts', '/emails']) {
      expect(await ask(key.token, path), path).toEqual(forbidden);
    }
  });

  test('stands in the history under its name', async () => {
    const key = await world.addKey(owner);
    const zone = await addZone(world, { ...owner, token: key.token });
    await world.ask(key.token, 'POST', `${zone.path}/purge`, { files: ['/a'] });
    const purges = await world.ask(owner, 'GET', `${zone.path}/purges`);
    expect(purges.body.purges[0].requestedBy).toBe('API key Test key');
    const { rows } = await run(`select actor_kind, actor_id from activity where object_id = $1`, [zone.id]);
    expect(rows).toEqual([
      { actor_kind: 'key', actor_id: key.id },
      { actor_kind: 'key', actor_id: key.id },
    ]);
  });
});

describe('a key for certain addresses', () => {
  const addresses = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'];

  test.each(['203.0.113.0', '203.0.113.255', '198.51.100.7', '::ffff:203.0.113.9', '2001:db8:1:ffff::1'])(
    'is good from %s',
    async (address) => {
      const key = await world.addKey(owner, { addresses });
      expect(await askFrom(address, key.token)).toMatchObject(fine);
    },
  );

  test.each([
    ['203.0.114.1', '203.0.114.1'],
    ['198.51.100.8', '198.51.100.8'],
    ['::ffff:198.51.100.8', '198.51.100.8'],
    ['2001:db8:2::1', '2001:db8:2::1'],
    ['::1', '::1'],
    ['unknown', 'an unknown address'],
    ['1.2.3', 'an unknown address'],
  ])('is refused from %s in words that say so, and not as if it had expired', async (address, told) => {
    const key = await world.addKey(owner, { addresses });
    expect(await askFrom(address, key.token)).toEqual({
      ...forbidden,
      message: `This API key may not be used from ${told}.`,
    });
    expect((await run('select last_used_at from api_keys where id = $1', [key.id])).rows[0].last_used_at).toBeNull();
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['', null],
    ['203.0.113.7, 10.0.0.1', null],
  ])('reads %j as %j', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});

describe('the last use of a key', () => {
  const lastUse = async (id: string) =>
    (await run('select last_used_at, last_used_from from api_keys where id = $1', [id])).rows[0] as {
      last_used_at: Date | null;
      last_used_from: string | null;
    };
  const until = async (holds: () => Promise<boolean>) => {
    for (let turn = 0; turn < 100; turn++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('never came true');
  };

  test('is noted with its address, and not again within a minute', async () => {
    const key = await world.addKey(owner);
    await askFrom('203.0.113.7', key.token);
    await until(async () => (await lastUse(key.id)).last_used_at !== null);
    const first = await lastUse(key.id);
    expect(first.last_used_from).toBe('203.0.113.7');
    await askFrom('203.0.113.8', key.token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await lastUse(key.id)).toEqual(first);

    await run(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [key.id]);
    await askFrom('203.0.113.9', key.token);
    await until(async () => (await lastUse(key.id)).last_used_from === '203.0.113.9');
  });
});

describe('whoever tries keys that never were', () => {
  const guess = async (address: string) => (await askFrom(address, newToken('hwk'))).status;

  test('has 50 tries in a quarter of an hour, exactly, also when they come at once', async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => guess('192.0.2.1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    // Of IPv6, a subscriber's whole network is one.
    for (let n = 0; n < 50; n++) expect(await guess(`2001:db8:9::${n.toString(16)}`)).toBe(401);
    expect(await guess('2001:db8:9::ffff')).toBe(429);
    expect(await guess('2001:db8:9:1::1')).toBe(401);
  });

  test('keeps nobody from using a key that is', async () => {
    for (let n = 0; n < 51; n++) await guess('192.0.2.2');
    expect(await guess('192.0.2.2')).toBe(429);
    const key = await world.addKey(owner);
    expect(await askFrom('192.0.2.2', key.token)).toMatchObject(fine);
  });
});

test('a key that was revoked long ago, in a program that still runs, is not taken for a guess', async () => {
  const key = await world.addKey(owner, { revokedAt: new Date() });
  for (let n = 0; n < 60; n++) expect((await askFrom('192.0.2.3', key.token)).status).toBe(401);
});
