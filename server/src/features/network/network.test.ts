import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goAway, report } from '../../testing/edge.ts';
import { useWorld } from '../../testing/index.ts';
import { tidyAddresses } from './addresses.ts';

const world = useWorld();

async function addEdge(name: string, addresses: string[]) {
  const edge = await world.addNode(name);
  await report(world, edge);
  const { ownerPool } = world.database;
  await ownerPool.query('update nodes set addresses = $2 where id = $1', [edge.nodeId, JSON.stringify(addresses)]);
  return edge;
}

describe('the addresses to allow', () => {
  test('are those of every edge in service, also of one that is away or has told none yet; of no other', async () => {
    const owner = await world.addCustomer();
    await addEdge('edge-b', ['2001:db8::2', '198.51.100.7', '198.51.100.7']);
    await addEdge('edge-c', []);
    await goAway(world, await addEdge('edge-a', ['203.0.113.1']));
    const draining = await addEdge('edge-draining', ['203.0.113.2']);
    await world.database.ownerPool.query(`update nodes set state = 'draining' where id = $1`, [draining.nodeId]);
    await world.addNode('edge-joining');
    const { status, body } = await world.ask(owner, 'GET', '/ip-ranges');
    expect(status).toBe(200);
    expect(body).toEqual({
      result: 'success',
      liveOrigin: [],
      originShield: [
        { node: 'edge-a', addresses: ['203.0.113.1'] },
        { node: 'edge-b', addresses: ['198.51.100.7', '2001:db8::2'] },
        { node: 'edge-c', addresses: [] },
      ],
    });
  });

  test('are told to a contact without any permission and to a key that is limited to services', async () => {
    const owner = await world.addCustomer();
    const contact = await world.addContact(owner.customerId);
    const key = await world.addKey(owner, { permissions: [], services: [owner.serviceId] });
    for (const who of [contact, key.token]) expect((await world.ask(who, 'GET', '/ip-ranges')).status).toBe(200);
  });
});

describe('an address', () => {
  test('stands there once, IPv4 first and each kind in numeric order', () => {
    expect(
      tidyAddresses([
        '2001:db8::10',
        '10.0.0.10',
        '2001:DB8:0:0:0:0:0:9',
        '9.255.255.255',
        '10.0.0.9',
        '2001:db8::9',
        '::1',
      ]),
    ).toEqual(['9.255.255.255', '10.0.0.9', '10.0.0.10', '::1', '2001:db8::9', '2001:db8::10']);
  });

  test('that is none is left out, and none is lost', () => {
    expect(tidyAddresses(['', 'edge-1', '1.2.3', '1.2.3.4/24', '::g', 'fe80::1%eth0'])).toEqual(['fe80::1']);
    fc.assert(
      fc.property(fc.uniqueArray(fc.ipV4()), (given) => {
        expect(new Set(tidyAddresses(given))).toEqual(new Set(given));
      }),
    );
  });
});
