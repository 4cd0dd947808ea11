import type { Deployment } from '@headwater/contract/lib/deployment';
import { beforeAll, expect, test } from 'vitest';
import { report } from '../../testing/edge.ts';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, useWorld } from '../../testing/index.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let path: string;
let id: string;
beforeAll(async () => {
  owner = await world.addCustomer();
  const list = `/services/${owner.serviceId}/dns/domains`;
  const { body } = await world.ask(owner, 'POST', list, { domain: 'kinds.example.com' });
  id = body.domain.id;
  path = `${list}/${id}`;
});

const deployment = async (): Promise<Deployment> => (await world.ask(owner, 'GET', path)).body.domain.deployment;

test('edges have no part in what name servers follow: neither in making it live nor in refusing it', async () => {
  const edge = await world.addNode('edge-1');
  await report(world, edge, { appliedSeq: 1_000_000_000, refused: [{ key: `domain/${id}`, seq: 1, reason: 'no' }] });
  expect(await deployment()).toMatchObject({ state: 'pending', nodes: 0, reason: 'No name server is in service.' });
});

test('what a name server has applied is live, and its owner’s browsers hear of it by the domain’s own topic', async () => {
  const node = await world.addNode('dns-1', 'dns');
  const stream = await openStream(world, owner);
  await stream.waitFor(({ event }) => event === 'ready');
  await report(world, node);
  const { data } = await stream.waitFor((heard) => heard.data.id === id);
  expect(data).toEqual({ topic: 'dns', serviceId: null, id });
  expect(await deployment()).toMatchObject({ state: 'live', nodes: 1, appliedNodes: 1 });
  stream.close();
});
