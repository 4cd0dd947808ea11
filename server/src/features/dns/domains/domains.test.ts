import { describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf, domainsPath } from '../../../testing/domains.ts';
import { useWorld } from '../../../testing/index.ts';
import { setServiceStatus } from '../../../testing/services.ts';
import { addZone } from '../../../testing/zones.ts';

const world = useWorld();

describe('a domain', () => {
  test('is created, answered with our name servers, disabled, enabled, deleted and restored', async () => {
    const owner = await world.addCustomer();
    const made = await world.ask(owner, 'POST', domainsPath(owner.serviceId), { domain: ' Äpfel-Shop.TEST. ' });
    expect(made.status).toBe(201);
    const { domain } = made.body;
    expect(domain).toMatchObject({
      domain: expect.stringMatching(/^xn--.*\.test$/),
      status: 1,
      statusDescription: 'Enabled',
      deleted: null,
      preferred: false,
      meta: { status: '1', isUpdated: false },
      stats: { records: 0, queries: 0 },
      dnssec: { status: 0 },
      delegation: { state: 'unchecked' },
      deployment: { state: 'pending' },
    });
    const path = `${domainsPath(owner.serviceId)}/${domain.id}`;
    await addRecord(world, owner, { path }, { host: 'www' });
    const answers = await answersOf(world, domain.id);
    expect(answers).toEqual([
      `www.${domain.domain} 3600 A 192.0.2.10`,
      ...domain.nameservers.map((name: string) => `${domain.domain} 3600 NS ${name}.`),
      expect.stringMatching(
        new RegExp(` 3600 SOA ${domain.nameservers[0]}\\. hostmaster\\.${domain.domain}\\. \\d{10} `),
      ),
    ]);
    const disabled = await world.ask(owner, 'PUT', `${path}/status`, { status: 0 });
    expect(disabled.body.domain).toMatchObject({ status: 0, statusDescription: 'Disabled', meta: { status: '0' } });
    expect(await answersOf(world, domain.id)).toBeNull();
    await world.ask(owner, 'PUT', `${path}/status`, { status: 1 });
    expect(await answersOf(world, domain.id)).toHaveLength(answers!.length);
    const deleted = await world.ask(owner, 'DELETE', path);
    expect(deleted.body.domain).toMatchObject({ status: 0, statusDescription: 'Deleted', meta: { status: '0' } });
    expect(deleted.body.domain.deleted).not.toBeNull();
    expect(await answersOf(world, domain.id)).toBeNull();
    expect((await world.ask(owner, 'GET', domainsPath(owner.serviceId))).body.total).toBe(0);
    expect((await world.ask(owner, 'GET', `${domainsPath(owner.serviceId)}?deleted=1`)).body.total).toBe(1);
    expect((await world.ask(owner, 'PUT', `${path}/status`, { status: 1 })).status).toBe(409);
    expect((await world.ask(owner, 'POST', `${path}/restore`)).body.domain).toMatchObject({ status: 1, deleted: null });
    expect(await answersOf(world, domain.id)).toHaveLength(answers!.length);
  });

  test('has a serial that grows with every change', async () => {
    const owner = await world.addCustomer();
    const domain = await addDomain(world, owner);
    const serials = [domain.soa.serial];
    for (const n of [1, 2, 3]) {
      await addRecord(world, owner, domain, { record: `192.0.2.${n}` });
      serials.push((await world.ask(owner, 'GET', domain.path)).body.domain.soa.serial);
    }
    expect(serials).toEqual([0, 1, 2, 3].map((n) => domain.soa.serial + n));
    expect(String(domain.soa.serial)).toMatch(/^20\d{8}$/);
  });

  test('starts from a template or from a zone file', async () => {
    const owner = await world.addCustomer();
    const site = await addDomain(world, owner, {
      start: 'template',
      template: 'website-and-mail',
      address: '192.0.2.80',
    });
    expect((await answersOf(world, site.id))?.filter((line) => !/ (SOA|NS) /.test(line))).toEqual(
      [
        `_dmarc.${site.domain} 3600 TXT "v=DMARC1; p=none"`,
        `mail.${site.domain} 3600 A 192.0.2.80`,
        `${site.domain} 3600 A 192.0.2.80`,
        `${site.domain} 3600 MX 10 mail.${site.domain}.`,
        `${site.domain} 3600 TXT "v=spf1 mx -all"`,
        `www.${site.domain} 3600 CNAME ${site.domain}.`,
      ].sort(),
    );
    const wrong = { domain: 'wrong-address.test', start: 'template', template: 'website', address: 'here' };
    expect((await world.ask(owner, 'POST', domainsPath(owner.serviceId), wrong)).body.errors[0].field).toBe('address');
    const file = await addDomain(world, owner, { start: 'import', zone: '$TTL 5m\n@ IN A 192.0.2.1\nwww CNAME @\n' });
    expect(file.stats.records).toBe(2);
    const hostile = { domain: 'hostile.test', start: 'import', zone: '@ IN A 192.0.2.1\n'.repeat(100_001) };
    const refused = await world.ask(owner, 'POST', domainsPath(owner.serviceId), hostile);
    expect(refused).toMatchObject({ status: 422, body: { code: 'zone_file_refused', errors: [{ field: 'zone' }] } });
    expect(refused.body.message).toContain('100,000');
    expect((await world.ask(owner, 'GET', `${domainsPath(owner.serviceId)}?searchTerm=hostile`)).body.total).toBe(0);
  });

  test('is the preferred one instead of another', async () => {
    const owner = await world.addCustomer();
    const [one, two] = [await addDomain(world, owner), await addDomain(world, owner)];
    for (const { path } of [one, two]) await world.ask(owner, 'PUT', `${path}/preferred`);
    const { body } = await world.ask(owner, 'GET', domainsPath(owner.serviceId));
    expect(body.domains.filter(({ preferred }: { preferred: boolean }) => preferred)).toMatchObject([{ id: two.id }]);
  });

  test('that the DNS page opens by itself is the first of one short list: the preferred one, else by name', async () => {
    const owner = await world.addCustomer();
    const domains = [];
    for (const first of ['b', 'a', 'c'])
      domains.push(await addDomain(world, owner, { domain: `${first}-${owner.customerId}.test` }));
    const ask = async () => {
      const { body } = await world.ask(owner, 'GET', `${domainsPath(owner.serviceId)}?sort=preferred&rows=1`);
      return [body.domains[0].domain, body.domains.length, body.total];
    };
    expect(await ask()).toEqual([domains[1]!.domain, 1, 3]);
    await world.ask(owner, 'PUT', `${domains[2]!.path}/preferred`);
    expect(await ask()).toEqual([domains[2]!.domain, 1, 3]);
  });

  test('is chosen as the preferred one by several people at once, and one of them wins', async () => {
    const owner = await world.addCustomer();
    const domains = [];
    for (let made = 0; made < 4; made += 1) domains.push(await addDomain(world, owner));
    const answers = await Promise.all(domains.map(({ path }) => world.ask(owner, 'PUT', `${path}/preferred`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await world.ask(owner, 'GET', domainsPath(owner.serviceId));
    expect(body.domains.filter(({ preferred }: { preferred: boolean }) => preferred)).toHaveLength(1);
  });

  test('has an SOA that can be changed within bounds', async () => {
    const owner = await world.addCustomer();
    const domain = await addDomain(world, owner);
    const changed = await world.ask(owner, 'PATCH', `${domain.path}/soa`, {
      rname: 'dana.demo@riverside.example',
      minimum: 60,
    });
    expect(changed.body.soa).toMatchObject({ rname: 'dana.demo@riverside.example', minimum: 60, refresh: 10_800 });
    expect((await answersOf(world, domain.id))?.find((line) => line.includes(' SOA '))).toContain(
      ' dana\\.demo.riverside.example. ',
    );
    const wrong = await world.ask(owner, 'PATCH', `${domain.path}/soa`, { refresh: 1 });
    expect(wrong.body.errors).toMatchObject([{ field: 'refresh' }]);
  });
});

describe('a name', () => {
  test('nobody can own, or that is none, is refused', async () => {
    const owner = await world.addCustomer();
    const ask = (domain: string) => world.ask(owner, 'POST', domainsPath(owner.serviceId), { domain });
    for (const name of ['co.uk', 'github.io', 'test', 'com'])
      expect((await ask(name)).body, name).toMatchObject({ result: 'error', errors: [{ field: 'domain' }] });
    expect((await ask('co.uk')).body.code).toBe('public_suffix');
    for (const name of ['192.0.2.1', 'https://example.com', 'a b.com', '-a.com', ''])
      expect((await ask(name)).status, name).toBe(400);
  });

  test('that another customer holds, covers or that covers theirs is refused in the same words', async () => {
    const [owner, stranger] = [await world.addCustomer(), await world.addCustomer()];
    await addDomain(world, owner, { domain: 'shop.riverside-held.test' });
    const answers = await Promise.all(
      ['shop.riverside-held.test', 'riverside-held.test', 'a.shop.riverside-held.test'].map((domain) =>
        world.ask(stranger, 'POST', domainsPath(stranger.serviceId), { domain }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body.code).toBe('domain_taken');
      expect(body.message).toMatch(/^\S+ cannot be added: it is in use here already\.$/);
    }
    expect(
      (await world.ask(stranger, 'POST', domainsPath(stranger.serviceId), { domain: 'other-riverside-held.test' }))
        .status,
    ).toBe(201);
    // A name of one's own may stand below another.
    expect(
      (await world.ask(owner, 'POST', domainsPath(owner.serviceId), { domain: 'riverside-held.test' })).status,
    ).toBe(201);
  });

  test('goes to one of two who ask for it, or for names that cover each other, at the same time', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => world.addCustomer()));
    const names = ['race.test', 'a.race.test', 'race.test', 'b.a.race.test'];
    const answers = await Promise.all(
      people.map((who, at) => world.ask(who, 'POST', domainsPath(who.serviceId), { domain: names[at]! })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

test('while its service is not Active a domain is not answered, and can only be disabled or deleted', async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  await world.database.owner
    .updateTable('services')
    .set({ domainstatus: 'Suspended' })
    .where('id', '=', owner.serviceId)
    .execute();
  const refused = await world.ask(owner, 'POST', `${domain.path}/records`, {
    host: 'a',
    type: 'A',
    record: '192.0.2.1',
  });
  expect(refused.body.code).toBe('service_inactive');
  expect((await world.ask(owner, 'DELETE', domain.path)).status).toBe(200);
});

test('a service is suspended while its zones and domains are being changed: nobody fails', async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  const zone = await addZone(world, owner);
  const changing = [1, 2, 3].map(async (client) => {
    for (let change = 0; change < 10; change += 1) {
      const answers = await Promise.all([
        world.ask(owner, 'PATCH', zone.path, { name: `Site ${client} ${change}` }),
        world.ask(owner, 'POST', `${domain.path}/records`, {
          host: `h${client}-${change}`,
          type: 'A',
          record: '192.0.2.1',
        }),
      ]);
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    }
  });
  for (const to of ['Suspended', 'Active', 'Suspended', 'Active']) await setServiceStatus(world, owner.serviceId, to);
  await Promise.all(changing);
});
