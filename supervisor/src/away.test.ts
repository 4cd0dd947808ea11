import { afterAll, beforeAll, expect, test } from 'vitest';
import { Customer, visit, visitUntilServed, type Zone } from './testing/customer.ts';
import { Installation, until } from './testing/installation.ts';
import { Origin } from './testing/origin.ts';

// A fleet of two machines: the same programs, each role where it belongs.
let origin: Origin;
let control: Installation;
let edge: Installation;
let customer: Customer;
const zones: Zone[] = [];
const zoneCount = 10;

beforeAll(async () => {
  origin = await Origin.listen();
  const shared = { HEADWATER_ALLOW_PRIVATE_ORIGINS: '1', HEADWATER_BIND: '127.0.0.1' };
  control = await (await Installation.lay({ ...shared, HEADWATER_ROLES: 'control' })).start();
  const joined = await control.run('headwater.mjs', 'node', 'add', '--kind', 'edge', '--name', 'far-edge', '--json');
  const { token } = JSON.parse(joined.output) as { token: string };
  edge = await Installation.lay({
    ...shared,
    HEADWATER_ROLES: 'edge',
    HEADWATER_CONTROL_URL: `http://127.0.0.1:${control.ports.api}`,
    HEADWATER_JOIN_TOKEN: token,
  });
  await edge.start();
  customer = await new Customer(control.ports.api).signIn();
  for (let i = 0; i < zoneCount; i++) zones.push(await customer.createZone(`away-${i}`, origin.url));
  for (const zone of zones) await customer.waitUntilLive(zone);
});
afterAll(async () => {
  await edge?.remove();
  await control?.remove();
  origin.close();
});

const fetchPatiently = (zone: Zone, path: string) => visitUntilServed(edge.ports.edge, zone.hostname, path);

test('an edge that was away during 1,000 changes and 50 purges serves nothing stale once it is back', async () => {
  const paths = ['/exact', '/wild/one', '/wild/two', '/whole'];
  for (const zone of zones) for (const path of paths) await fetchPatiently(zone, path);
  expect(await edge.stop()).toBe(0);
  origin.version++;
  // Five purges a zone, of every kind, between a hundred changes of its origin.
  for (let change = 1; change <= 100; change++) {
    await Promise.all(zones.map((zone) => customer.updateZone(zone, { origin: `${origin.url}/change-${change}` })));
    if (change % 20 !== 0) continue;
    const files = change === 100 ? ['/*'] : change % 40 === 0 ? ['/wild/*'] : ['/exact', '/whole'];
    await Promise.all(zones.slice(0, zoneCount / 2).map((zone) => customer.purge(zone, ...files)));
    const exact = ['/exact', '/wild/one', '/wild/two', '/whole'];
    await Promise.all(zones.slice(zoneCount / 2).map((zone) => customer.purge(zone, ...exact)));
  }
  await edge.start();
  for (const zone of zones) {
    for (const path of [...paths, '/never-seen']) {
      const { body } = await fetchPatiently(zone, path);
      expect(body).toBe(`/change-100${path} version ${origin.version}`);
    }
  }
});

test('the control plane away: the edge serves on, also after its own restart', async () => {
  const [zone] = zones as [Zone];
  await fetchPatiently(zone, '/while-away');
  await control.killStarted();
  await until(() => control.processes().length === 0);
  expect((await visit(edge.ports.edge, zone.hostname, '/while-away')).cache).toBe('HIT');
  expect((await visit(edge.ports.edge, zone.hostname, '/fetched-while-away')).status).toBe(200);

  expect(await edge.stop()).toBe(0);
  await edge.start();
  expect((await fetchPatiently(zone, '/while-away')).cache).toBe('HIT');
  expect((await fetchPatiently(zone, '/fetched-after-restart')).status).toBe(200);

  await edge.kill('edge-agent');
  await edge.kill('nginx');
  expect((await fetchPatiently(zone, '/while-away')).cache).toBe('HIT');

  await control.start();
  await customer.updateZone(zone, { origin: `${origin.url}/back` });
  await customer.waitUntilLive(zone);
  expect((await fetchPatiently(zone, '/after-all')).body).toContain('/back/after-all');
});
