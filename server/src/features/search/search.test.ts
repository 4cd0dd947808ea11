import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';

const world = useWorld({ HEADWATER_EDGE_DOMAIN: 'edge.example' });
let owner: Person & { serviceId: number };
let otherService: number;
let hostile: { id: string };

beforeAll(async () => {
  owner = await world.addCustomer({ services: 2 });
  otherService = owner.serviceId + 1;
  await addZone(world, owner, { name: 'Riverside site', zone: 'riverside', origin: 'https://origin.test/river' });
  await addZone(world, owner, { name: '100% under_score', zone: 'percent' });
  hostile = await addZone(world, owner, {
    name: '<img src=x onerror=alert(1)>',
    zone: 'hostile',
    origin: "https://origin.test/a&b'c",
  });
  await addZone(world, { ...owner, serviceId: otherService }, { name: 'River delta', zone: 'delta' });
  const deleted = await addZone(world, owner, { name: 'River gone', zone: 'gone' });
  await world.ask(owner, 'DELETE', deleted.path);
});

type Entry = { id: string; name: string; desc: string; link: string };
async function find(text: string, who: Person | string = owner, serviceId?: number): Promise<Entry[]> {
  const query = new URLSearchParams({ query: text, ...(serviceId && { serviceId: String(serviceId) }) });
  const { status, body } = await world.ask(who, 'GET', `/search?${query.toString()}`);
  expect(status).toBe(200);
  // A category without hits is left out.
  for (const entries of Object.values(body.results)) expect(entries).not.toHaveLength(0);
  return body.results['Pull Zones'] ?? [];
}
const namesOf = (entries: Entry[]) => entries.map(({ name }) => name);

describe('search', () => {
  test('shows what it found, with what was searched for marked, and leads there', async () => {
    const [entry] = await find('RIVERSIDE');
    expect(entry).toEqual({
      id: expect.any(String),
      name: 'Riverside site',
      desc: '<mark>riverside</mark>.edge.example → https://origin.test/river',
      link: `/${owner.serviceId}/zones/http/pull/${entry!.id}`,
    });
  });

  test.each([
    ['riverside.edge', ['Riverside site']],
    ['test/river', ['Riverside site']],
    ['%', ['100% under_score']],
    ['r_s', ['100% under_score']],
    ['R', ['River delta', 'Riverside site', '100% under_score', '<img src=x onerror=alert(1)>']],
    ['river', ['River delta', 'Riverside site']],
    ['gone', []],
    ['Http Pull', ['100% under_score', '<img src=x onerror=alert(1)>', 'River delta', 'Riverside site']],
    ['pull zones', ['100% under_score', '<img src=x onerror=alert(1)>', 'River delta', 'Riverside site']],
    ["'; drop table zones --", []],
    ['\\', []],
  ])('finds %j as a plain text, the best first; deleted zones not', async (text, expected) => {
    expect(namesOf(await find(text))).toEqual(expected);
  });

  test('finds a zone by its id', async () => {
    expect(namesOf(await find(hostile.id))).toEqual(['<img src=x onerror=alert(1)>']);
  });

  test('makes no HTML of what customers wrote', async () => {
    const [entry] = await find('hostile');
    expect(entry!.desc).toBe('<mark>hostile</mark>.edge.example → https://origin.test/a&amp;b&#39;c');
  });

  test('is bounded in each category', async () => {
    const busy = await world.addCustomer();
    for (let n = 0; n < 7; n++) await addZone(world, busy, { name: `Busy ${n}` });
    expect(await find('busy', busy)).toHaveLength(5);
  });

  test.each(['', '%20%09'])('asks for a text to look for: %j is none', async (text) => {
    const { status, body } = await world.ask(owner, 'GET', `/search?query=${text}`);
    expect({ status, field: body.errors?.[0].field }).toEqual({ status: 400, field: 'query' });
  });
});

describe('search finds only what the caller may see', () => {
  test('nothing of another customer, also when they name their service', async () => {
    const other = await world.addCustomer();
    expect(await find('river', other)).toEqual([]);
    expect(await find('river', other, owner.serviceId)).toEqual([]);
  });

  test('nothing of an area that a contact may not see, nor before the address is verified', async () => {
    const blind = await world.addContact(owner.customerId, ['services.view', 'zones.manage']);
    expect(await find('river', blind)).toEqual([]);
    const seeing = await world.addContact(owner.customerId, ['zones.view']);
    expect(await find('river', seeing)).toHaveLength(2);
    const fresh = await world.addCustomer();
    await addZone(world, fresh, { name: 'River fresh' });
    await world.database.ownerPool.query('update users set email_verified = false where id = $1', [fresh.userId]);
    expect(await find('river', fresh)).toEqual([]);
  });

  test('nothing of a service that a key is not limited to', async () => {
    const key = await world.addKey(owner, { services: [otherService] });
    expect(namesOf(await find('river', key.token))).toEqual(['River delta']);
    expect(await find('river', key.token, owner.serviceId)).toEqual([]);
  });

  test('nothing of another service than the one that is worked in', async () => {
    expect(namesOf(await find('river', owner, owner.serviceId))).toEqual(['Riverside site']);
    expect(namesOf(await find('river', owner, otherService))).toEqual(['River delta']);
  });
});
