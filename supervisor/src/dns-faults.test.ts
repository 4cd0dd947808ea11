import { afterAll, beforeAll, expect, test } from 'vitest';
import { askDns, askDnsByTcp } from './testing/ask-dns.ts';
import { Customer } from './testing/customer.ts';
import { Installation, until } from './testing/installation.ts';

let headwater: Installation;
let customer: Customer;
let records: string;
const domain = 'faults-of-dns.com';

beforeAll(async () => {
  headwater = await (await Installation.lay()).start();
  customer = await new Customer(headwater.ports.api).signIn();
  const list = `/services/${customer.serviceId}/dns/domains`;
  const made = await customer.call<{ domain: { id: string } }>('POST', list, { domain });
  records = `${list}/${made.domain.id}/records`;
  await point('www', '192.0.2.1');
  await until(async () => (await ask('www')) === '192.0.2.1');
});
afterAll(() => headwater.remove());

const ask = (host: string) => askDns(headwater.ports.dns, `${host}.${domain}`);
const point = (host: string, record: string) => customer.call('POST', records, { host, type: 'A', record, ttl: 60 });

/** What was there is answered again, and what is new arrives. */
async function expectToServe(host: string): Promise<void> {
  await until(async () => (await ask('www')) === '192.0.2.1');
  await until(async () => (await ask(host)) === '192.0.2.7');
}

test('names are answered by UDP and TCP, and the terminal says where', async () => {
  expect(headwater.output).toContain(
    `Domains are answered on 127.0.0.1, port ${headwater.ports.dns}, by UDP and TCP\n`,
  );
  expect(await askDnsByTcp(headwater.ports.dns, `www.${domain}`)).toBe(0);
});

test('kill -9 of PowerDNS: it comes back with everything, and takes what was changed meanwhile', async () => {
  const killed = headwater.kill('pdns');
  await point('pdns-killed', '192.0.2.7');
  await killed;
  await expectToServe('pdns-killed');
});

test('kill -9 of dnsdist: names are answered again at once', async () => {
  await headwater.kill('dnsdist');
  await point('dnsdist-killed', '192.0.2.7');
  await expectToServe('dnsdist-killed');
});

test('kill -9 of the agent: names are answered on, and what changed meanwhile arrives', async () => {
  const killed = headwater.kill('dns-agent');
  expect(await ask('www')).toBe('192.0.2.1');
  await point('agent-killed', '192.0.2.7');
  await killed;
  await expectToServe('agent-killed');
});

test('kill -9 of the API: names are answered on, and changes go through again', async () => {
  const killed = headwater.kill('api');
  expect(await ask('www')).toBe('192.0.2.1');
  await killed;
  await until(
    () =>
      point('api-killed', '192.0.2.7').then(
        () => true,
        () => false,
      ),
    30_000,
  );
  await expectToServe('api-killed');
});

test('kill -9 of the supervisor: no orphan, and the next start answers what the last one did', async () => {
  await headwater.killStarted();
  await until(() => headwater.processes().length === 0, 15_000);
  await headwater.start();
  expect(headwater.output).toContain('was not stopped in order');
  await until(async () => (await ask('api-killed')) === '192.0.2.7');
  await point('supervisor-killed', '192.0.2.7');
  await expectToServe('supervisor-killed');
});

test('it stops with all the rest, and nothing is left behind', async () => {
  expect(await headwater.stop()).toBe(0);
  expect(headwater.processes()).toEqual([]);
  expect(await ask('www')).toBe('ECONNREFUSED');
});
