import { beforeAll, describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf } from '../../../testing/domains.ts';
import { type Person, statusesOf, useWorld } from '../../../testing/index.ts';
import { setServiceStatus } from '../../../testing/services.ts';
import { validate } from '../../../testing/validating.ts';
import { republishDomains } from '../republish.ts';
import { openDnsZone } from '../security/open-zone.ts';

const world = useWorld({ HEADWATER_NAMESERVERS: 'ns1.served.test,ns2.served.test' });

type Owner = Person & { serviceId: number };
type Made = Awaited<ReturnType<typeof addDomain>>;

let owner: Owner;
let name: string;
let parent: Made;
let families = 0;

beforeAll(async () => {
  owner = await world.addCustomer({ services: 2 });
});

/** A domain of this owner, and another one below it. */
async function addFamily(below = 'shop') {
  families += 1;
  name = `family-${families}-${owner.customerId}.test`;
  parent = await addDomain(world, owner, { domain: name });
  const child = await addDomain(world, owner, { domain: `${below}.${name}` });
  return { parent, child };
}

/** No parent is asked here: what it publishes is not the matter. */
const sign = (domain: Made, status: 0 | 1) =>
  world.ask(owner, 'PUT', `${domain.path}/security`, { status, force: true });

/** What the parent answers of its child, without names. */
const delegated = async (domain: Made, child = `shop.${name}`) =>
  (await answersOf(world, domain.id))
    ?.filter((line) => line.startsWith(`${child} `))
    .map((line) => line.split(' ').slice(2).join(' '));

const nameservers = ['NS ns1.served.test.', 'NS ns2.served.test.'];

describe('a domain of the same account below another one', () => {
  test('is delegated by it as long as it is answered, with the DS of its key as long as it is signed', async () => {
    const family = await addFamily();
    const told = () => delegated(family.parent);
    const change = async (method: 'DELETE' | 'POST' | 'PUT', path: string, body?: object) => {
      expect((await world.ask(owner, method, `${family.child.path}${path}`, body)).status).toBe(200);
      return told();
    };
    expect(await told()).toEqual(nameservers);
    expect(await change('PUT', '/status', { status: 0 })).toEqual([]);
    expect(await change('PUT', '/status', { status: 1 })).toEqual(nameservers);
    expect(await change('DELETE', '')).toEqual([]);
    expect(await change('POST', '/restore')).toEqual(nameservers);
    const { body } = await sign(family.child, 1);
    const ds = body.security.ds.map(({ text }: { text: string }) => `DS ${text.toLowerCase()}`);
    expect(await told()).toEqual([...ds.toSorted(), ...nameservers]);
    expect(await change('PUT', '/security', { status: 0, force: true })).toEqual(nameservers);
    expect(await republishDomains(world.database, world.settings)).toBe(0);
  });

  test('answers its own names: records that the one above has there are not, and are again without it', async () => {
    const family = await addFamily();
    for (const host of ['shop', 'www.shop', '*.shop', 'workshop'])
      await addRecord(world, owner, family.parent, { host, record: '192.0.2.1' });
    const hosts = async () =>
      (await answersOf(world, family.parent.id))?.flatMap((line) => (line.includes(' A ') ? [line.split(' ')[0]] : []));
    expect(await hosts()).toEqual([`workshop.${name}`]);
    await world.ask(owner, 'PUT', `${family.child.path}/status`, { status: 0 });
    expect(await hosts()).toEqual(['*.shop', 'shop', 'workshop', 'www.shop'].map((host) => `${host}.${name}`));
  });

  test('is delegated by the nearest one that is answered', async () => {
    const { child } = await addFamily('a');
    const grandchild = await addDomain(world, owner, { domain: `deep.b.a.${name}` });
    const told = async () => [await delegated(parent, grandchild.domain), await delegated(child, grandchild.domain)];
    expect(await told()).toEqual([[], nameservers]);
    await world.ask(owner, 'PUT', `${child.path}/status`, { status: 0 });
    expect(await told()).toEqual([nameservers, undefined]);
    await world.ask(owner, 'PUT', `${child.path}/status`, { status: 1 });
    expect(await told()).toEqual([[], nameservers]);
  });

  test('in another service goes and comes with that', async () => {
    const { rows } = await world.database.ownerPool.query<{ id: number }>(
      'select id from services where customer_id = $1 and id <> $2',
      [owner.customerId, owner.serviceId],
    );
    const other = { ...owner, serviceId: rows[0]!.id };
    await addFamily();
    await addDomain(world, other, { domain: `far.${name}` });
    expect(await delegated(parent, `far.${name}`)).toEqual(nameservers);
    await setServiceStatus(world, other.serviceId, 'Suspended');
    expect(await delegated(parent, `far.${name}`)).toEqual([]);
    await setServiceStatus(world, other.serviceId, 'Active');
    expect(await delegated(parent, `far.${name}`)).toEqual(nameservers);
  });

  test('changes while the one above does: nobody fails, and what is told at last is what is', async () => {
    const family = await addFamily();
    const change = async (n: number) => {
      const answers = await Promise.all([
        world.ask(owner, 'PUT', `${family.child.path}/status`, { status: n % 2 }),
        world.ask(owner, 'POST', `${family.parent.path}/records`, { host: `h${n}`, type: 'A', record: '192.0.2.1' }),
        world.ask(owner, 'POST', `/services/${owner.serviceId}/dns/domains`, { domain: `c${n}.${name}` }),
        sign(family.parent, n % 2 ? 1 : 0),
      ]);
      return statusesOf(answers);
    };
    for (let n = 0; n < 4; n++) expect(await change(n)).toEqual([200, 200, 201, 201]);
    expect(await republishDomains(world.database, world.settings)).toBe(0);
  });
});

describe('name servers and resolvers that check signatures', () => {
  /** Of what name servers are told now. */
  async function ask(anchor: Made, questions: [name: string, type: string][]): Promise<string[]> {
    const { rows } = await world.database.ownerPool.query<{ doc: unknown }>(
      `select doc from desired_state where kind = 'dns' and (doc->>'name' = $1 or doc->>'name' like '%.' || $1)`,
      [anchor.domain],
    );
    const { body } = await world.ask(owner, 'GET', `${anchor.path}/security`);
    const zones = rows.map(({ doc }) => openDnsZone(doc, world.settings));
    return validate(zones, { domain: anchor.domain, ds: body.security.ds[0] }, questions);
  }

  test('find a child below a signed domain insecure while it is unsigned, and validate it once it is signed', async () => {
    const family = await addFamily();
    await addRecord(world, owner, family.child, { host: 'www', record: '192.0.2.1' });
    await addRecord(world, owner, family.parent, { host: 'www.shop', record: '192.0.2.66' });
    await sign(family.parent, 1);
    const questions: [string, string][] = [
      [`www.shop.${name}`, 'A'],
      [`shop.${name}`, 'SOA'],
      [`none.shop.${name}`, 'A'],
    ];
    const unsigned = await ask(family.parent, questions);
    expect(unsigned).toEqual(unsigned.map(() => expect.stringMatching(/unsigned answer/)));
    await sign(family.child, 1);
    const signed = await ask(family.parent, [...questions, [`shop.${name}`, 'DS'], [name, 'SOA']]);
    expect(signed).toEqual(signed.map(() => expect.stringMatching(/fully validated/)));
  });
});
