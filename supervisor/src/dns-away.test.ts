import { afterAll, beforeAll, expect, test } from 'vitest';
import { askDns } from './testing/ask-dns.ts';
import { Customer } from './testing/customer.ts';
import { Installation, until } from './testing/installation.ts';

// A name server on a machine of its own.
let control: Installation;
let server: Installation;
let customer: Customer;
let records: string;
const domain = 'away-of-dns.com';

beforeAll(async () => {
  control = await (await Installation.lay({ HEADWATER_ROLES: 'control' })).start();
  const joined = await control.run('headwater.mjs', 'node', 'add', '--kind', 'dns', '--name', 'ns1', '--json');
  const { token } = JSON.parse(joined.output) as { token: string };
  server = await Installation.lay({
    HEADWATER_BIND: '127.0.0.1',
    HEADWATER_ROLES: 'dns',
    HEADWATER_CONTROL_URL: `http://127.0.0.1:${control.ports.api}`,
    HEADWATER_JOIN_TOKEN: token,
  });
  await server.start();
  customer = await new Customer(control.ports.api).signIn();
  const list = `/services/${customer.serviceId}/dns/domains`;
  const made = await customer.call<{ domain: { id: string } }>('POST', list, { domain });
  records = `${list}/${made.domain.id}/records`;
  await point('www', '192.0.2.1');
  await until(async () => (await ask('www')) === '192.0.2.1');
});
afterAll(async () => {
  await server?.remove();
  await control?.remove();
});

const ask = (host: string) => askDns(server.ports.dns, `${host}.${domain}`);
const point = (host: string, record: string) => customer.call('POST', records, { host, type: 'A', record, ttl: 60 });

test('a machine with a name server alone says where it answers and whom it follows, and listens for nothing else', () => {
  const { dns, api } = { ...server.ports, api: control.ports.api };
  expect(server.output).toBe(`Headwater's name server runs on port ${dns} and follows http://127.0.0.1:${api}\n`);
  expect(() => server.pidOf('nginx')).toThrow('nginx does not run');
});

test('a name server that was away has what changed meanwhile once it is back', async () => {
  expect(await server.stop()).toBe(0);
  await point('meanwhile', '192.0.2.7');
  await server.start();
  await until(async () => (await ask('meanwhile')) === '192.0.2.7');
});

test('the control plane away: names are answered on, also after the name server’s own restart', async () => {
  await control.killStarted();
  await until(() => control.processes().length === 0);
  expect(await ask('www')).toBe('192.0.2.1');
  expect(await server.stop()).toBe(0);
  await server.start();
  await until(async () => (await ask('www')) === '192.0.2.1');
  for (const name of ['dns-agent', 'pdns', 'dnsdist']) await server.kill(name);
  await until(async () => (await ask('www')) === '192.0.2.1');
  await control.start();
  await point('back', '192.0.2.8');
  await until(async () => (await ask('back')) === '192.0.2.8');
});
