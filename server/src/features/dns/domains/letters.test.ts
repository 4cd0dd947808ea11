import { beforeAll, describe, expect, test } from 'vitest';
import { addDomain, addRecord, domainsPath } from '../../../testing/domains.ts';
import { type Person, useWorld } from '../../../testing/index.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let munich: Awaited<ReturnType<typeof addDomain>>;
let plain: Awaited<ReturnType<typeof addDomain>>;
beforeAll(async () => {
  owner = await world.addCustomer();
  munich = await addDomain(world, owner, { domain: 'münchen.test' });
  plain = await addDomain(world, owner, { domain: 'munich.test' });
});

type Entry = { id: string; name: string; desc: string };
const find = async (text: string, who: Person = owner): Promise<Entry[]> => {
  const { body } = await world.ask(who, 'GET', `/search?${new URLSearchParams({ query: text }).toString()}`);
  return body.results.SimpleDNS ?? [];
};
const list = async (text: string, more = '') => {
  const query = new URLSearchParams({ searchTerm: text }).toString();
  const { body } = await world.ask(owner, 'GET', `${domainsPath(owner.serviceId)}?${query}${more}`);
  return { ids: body.domains.map(({ id }: Entry) => id), total: body.total };
};

describe('a domain in other letters than ASCII', () => {
  test.each(['münchen.test', 'MÜNCH', 'ünc', 'mu\u0308nchen', 'xn--mnchen'])(
    'is found by %s, in the list and in the search',
    async (text) => {
      expect(await list(text)).toEqual({ ids: [munich.id], total: 1 });
      expect((await find(text)).map(({ id }) => id)).toEqual([munich.id]);
    },
  );

  test('is found by its own customer only, by its own letters only, and deleted in its own list', async () => {
    const other = await world.addCustomer();
    expect(await find('münchen', other)).toEqual([]);
    expect(await list('köln')).toEqual({ ids: [], total: 0 });
    expect(await list('münchen', '&deleted=1')).toEqual({ ids: [], total: 0 });
    expect(await list('münchen', '&page=2')).toEqual({ ids: [], total: 1 });
    expect(await list('test')).toMatchObject({ total: 2 });
  });

  test('is shown in its letters, beside how it is kept', async () => {
    const [entry] = await find('münchen');
    expect(entry).toMatchObject({
      name: 'münchen.test',
      desc: expect.stringMatching(/^0 records · .* · xn--mnchen-3ya\.test$/),
    });
  });
});

test('what is found says how many records there are, and whether our name servers are in use', async () => {
  await addRecord(world, owner, plain);
  const descOf = async () => (await find('munich'))[0]!.desc;
  expect(await descOf()).toBe('1 record · our name servers are not in use yet');
  await world.database.ownerPool.query(`update dns_domains set delegation = '{"state": "delegated"}' where id = $1`, [
    plain.id,
  ]);
  expect(await descOf()).toBe('1 record · our name servers are in use');
  await world.ask(owner, 'PUT', `${plain.path}/status`, { status: 0 });
  expect(await descOf()).toBe('1 record · disabled');
});
