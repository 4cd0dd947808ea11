import type { Zone } from '@headwater/contract/zones/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone, zonesPath } from '../../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
const names = [
  'Zebra',
  'alpha',
  '100% sure',
  'under_score',
  'Émile',
  '<b>bold</b>',
  'שלום',
  '🦆 duck',
  "O'Hara",
  'back\\slash',
];

beforeAll(async () => {
  owner = await world.addCustomer({ services: 2 });
  for (const [n, name] of names.entries()) {
    const zone = await addZone(world, owner, {
      name,
      zone: `host-${9 - n}`,
      origin: `https://${n % 2 ? 'origin' : 'second'}.test/${n}`,
    });
    await world.database.ownerPool.query(
      `insert into usage values ($1, 'hour', date_trunc('hour', now(), 'UTC'), $2, $3, $4, 0, 0, 0, 0, 0, 0, 0)`,
      [zone.id, owner.customerId, owner.serviceId, (n * 7) % 10],
    );
  }
});

const list = async (query = '') => {
  const { status, body } = await world.ask(owner, 'GET', `${zonesPath(owner.serviceId)}?${query}`);
  expect(status).toBe(200);
  return body as { zones: Zone[]; page: number; rows: number; total: number };
};
const namesOf = ({ zones }: { zones: Zone[] }) => zones.map((zone) => zone.name);

describe('the list of zones', () => {
  test('keeps every name as it was given', async () => {
    expect(namesOf(await list('sort=created'))).toEqual(names);
  });

  test('is cut into pages that together hold each zone once', async () => {
    for (const rows of [1, 3, 10, 100]) {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(10 / rows); page++) {
        const answer = await list(`rows=${rows}&page=${page}`);
        expect(answer).toMatchObject({ page, rows, total: 10 });
        seen.push(...namesOf(answer));
      }
      expect(seen).toEqual(namesOf(await list('rows=100')));
      expect(new Set(seen).size).toBe(10);
    }
  });

  test('beyond its end is an empty page that still tells the total', async () => {
    expect(await list('page=99&rows=3')).toMatchObject({ zones: [], page: 99, rows: 3, total: 10 });
    expect(await list('page=2&search=duck')).toMatchObject({ zones: [], total: 1 });
  });

  const keys: Record<string, (zone: Zone) => string | number> = {
    hostname: (zone) => zone.zone,
    origin: (zone) => zone.origin,
    created: (zone) => zone.createdAt,
    requests: (zone) => zone.traffic24h.requests,
  };
  test.each(Object.entries(keys))('is sorted by %s, both ways, across pages', async (sort, key) => {
    for (const order of ['asc', 'desc']) {
      const pages = [
        await list(`sort=${sort}&order=${order}&rows=6`),
        await list(`sort=${sort}&order=${order}&rows=6&page=2`),
      ];
      const values = pages.flatMap(({ zones }) => zones.map(key));
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(order === 'asc' ? sorted : sorted.toReversed());
      expect(values).toHaveLength(10);
    }
  });

  test('is sorted by name without regard to case', async () => {
    const plain = namesOf(await list()).filter((name) => /^[a-z]/i.test(name));
    expect(plain).toEqual(['alpha', 'back\\slash', "O'Hara", 'under_score', 'Zebra']);
    expect(namesOf(await list('order=desc'))).toEqual(namesOf(await list()).toReversed());
  });

  test.each([
    ['ZEBRA', ['Zebra']],
    ['0%', ['100% sure']],
    ['r_s', ['under_score']],
    ['k\\s', ['back\\slash']],
    ["'", ["O'Hara"]],
    ['<b>', ['<b>bold</b>']],
    ['🦆', ['🦆 duck']],
    ['שלום', ['שלום']],
    ['host-0', ['back\\slash']],
    ['second.test/4', ['Émile']],
    ['no such', []],
  ])('finds %s as a plain text in name, alias and origin', async (search, expected) => {
    const found = await list(new URLSearchParams({ search }).toString());
    expect(namesOf(found)).toEqual(expected);
    expect(found.total).toBe(expected.length);
  });

  test('holds the zones of one service', async () => {
    const { body } = await world.ask(owner, 'GET', zonesPath(owner.serviceId + 1));
    expect(body).toMatchObject({ zones: [], total: 0 });
  });

  test('shows deleted zones apart, also when the nodes’ order to forget them is long collected', async () => {
    const keeper = await world.addCustomer();
    const kept = await addZone(world, keeper);
    const gone = await addZone(world, keeper);
    await world.ask(keeper, 'DELETE', gone.path);
    await world.database.ownerPool.query('delete from desired_state where key = $1', [`zone/${gone.id}`]);
    const path = zonesPath(keeper.serviceId);
    const ids = (body: { zones: Zone[] }) => body.zones.map((zone) => zone.id);
    expect(ids((await world.ask(keeper, 'GET', path)).body)).toEqual([kept.id]);
    const deleted = await world.ask(keeper, 'GET', `${path}?deleted=1`);
    expect(ids(deleted.body)).toEqual([gone.id]);
    expect(deleted.body.total).toBe(1);
    expect((await world.ask(keeper, 'GET', gone.path)).body.zone.deletedAt).not.toBeNull();
    expect((await world.ask(keeper, 'POST', `${gone.path}/restore`)).body.zone.deletedAt).toBeNull();
  });
});
