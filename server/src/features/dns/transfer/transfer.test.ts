import { describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf, domainsPath } from '../../../testing/domains.ts';
import { type Person, useWorld } from '../../../testing/index.ts';

const world = useWorld();

async function exportOf(owner: Person, domain: { path: string }): Promise<string> {
  const { body } = await world.ask(owner, 'POST', `${domain.path}/export`);
  return (await world.app.inject({ url: body.ticket.url })).body;
}

/** What is answered, but for the serial. */
const zoneOf = async (domainId: string) =>
  (await answersOf(world, domainId))?.map((line) => line.replace(/( SOA \S+ \S+) \d+ /, '$1 '));

const times = { refresh: 7200, retry: 900, expire: 1_209_600, minimum: 300, ttl: 600 };

describe('a domain that is exported and imported', () => {
  test('is the same zone, mailbox and times of its SOA among it: created anew, or in the place of another', async () => {
    const owner = await world.addCustomer();
    const domain = await addDomain(world, owner);
    await world.ask(owner, 'PATCH', `${domain.path}/soa`, { ...times, rname: 'dns.team@riverside.example' });
    await addRecord(world, owner, domain, { host: '@', type: 'MX', record: 'mail', priority: 10 });
    await addRecord(world, owner, domain, { host: 'off', status: 0, note: 'later' });
    const [zone, file] = [await zoneOf(domain.id), await exportOf(owner, domain)];

    const same = await world.ask(owner, 'POST', `${domain.path}/import`, { zone: file, mode: 'replace' });
    expect(same.body.plan.counts).toEqual({ add: 0, change: 0, keep: 3, remove: 0, skip: 2 });
    expect(same.body.domain.soa).toMatchObject({ serial: domain.soa.serial + 3 });

    const soa = { rname: 'other@riverside.example', refresh: 3600 };
    await world.ask(owner, 'PATCH', `${domain.path}/soa`, soa);
    await world.ask(owner, 'POST', `${domain.path}/records/delete`, { all: true });
    const merged = await world.ask(owner, 'POST', `${domain.path}/import`, { zone: file, mode: 'merge' });
    expect(merged.body.domain.soa).toMatchObject(soa);
    const replaced = await world.ask(owner, 'POST', `${domain.path}/import`, { zone: file, mode: 'replace' });
    expect(replaced.body.plan).toMatchObject({
      counts: { add: 0, change: 1, keep: 2 },
      lines: expect.arrayContaining([expect.objectContaining({ action: 'change', host: '@', type: 'SOA' })]),
    });
    expect(await zoneOf(domain.id)).toEqual(zone);
    expect(await exportOf(owner, domain)).toContain('dns\\.team.riverside.example.');

    await world.ask(owner, 'DELETE', domain.path);
    await world.database.ownerPool.query('delete from dns_domains where id = $1', [domain.id]);
    const again = await addDomain(world, owner, { domain: domain.domain, start: 'import', zone: file });
    expect(await zoneOf(again.id)).toEqual(zone);
    expect(again.soa).toMatchObject({ ...times, rname: 'dns.team@riverside.example' });
  });

  test('shows in the preview what becomes of its SOA, and the activity log tells it', async () => {
    const owner = await world.addCustomer();
    const domain = await addDomain(world, owner);
    const body = { zone: '@ 3600 SOA ns.old.example. dns 1 7200 60 604800 3600\n', mode: 'replace' };
    const { plan } = (await world.ask(owner, 'POST', `${domain.path}/import/preview`, body)).body;
    expect(plan).toEqual({
      counts: { add: 0, change: 1, keep: 0, remove: 0, skip: 0 },
      lines: [
        {
          line: 1,
          action: 'change',
          host: '@',
          type: 'SOA',
          record: `dns.${domain.domain}. 7200 60 604800 3600`,
          ttl: '3600',
          reason: expect.stringMatching(/^mailbox .*; refresh 7200 instead of 10800; retry stays 3600, not 60: /),
        },
      ],
    });
    expect((await world.ask(owner, 'GET', domain.path)).body.domain.soa).toEqual(domain.soa);
    await world.ask(owner, 'POST', `${domain.path}/import`, body);
    const { rows } = await world.database.ownerPool.query(
      `select changes from activity where customer_id = $1 and action = 'domain.zone-imported'`,
      [owner.customerId],
    );
    expect(rows[0].changes).toMatchObject({ 'soa.refresh': { from: 10_800, to: 7200 } });
    expect((await world.ask(owner, 'GET', `${domain.path}/records`)).body.lastChange).toBeNull();
  });
});

test('a domain that begins with a zone file says what was taken, what was not, and why', async () => {
  const owner = await world.addCustomer();
  const zone = '@ A 192.0.2.1\n@ NS ns.old.example.\nwww A 300.1.1.1\nwww.other.example. A 192.0.2.1\n';
  const wish = { domain: 'begun.test', start: 'import', zone };
  const { status, body } = await world.ask(owner, 'POST', domainsPath(owner.serviceId), wish);
  expect(status).toBe(201);
  expect(body.domain.stats.records).toBe(1);
  expect(body.plan).toMatchObject({
    counts: { add: 1, change: 0, keep: 0, remove: 0, skip: 3 },
    lines: [
      { line: 2, action: 'skip', reason: 'The name servers of the domain itself are ours' },
      { line: 3, action: 'skip', reason: expect.stringContaining('Enter an IPv4 address') },
      { line: 4, action: 'skip', reason: expect.stringContaining('is not inside begun.test') },
      { line: 1, action: 'add', host: '@', type: 'A' },
    ],
  });
  const empty = await world.ask(owner, 'POST', domainsPath(owner.serviceId), { domain: 'empty.test' });
  expect(empty.body.plan).toBeNull();
});

test('a hostile file is refused with the limit or the line, and nothing of it is taken', async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  const deep = `${'a.'.repeat(100)}b TXT x\n`;
  for (const [zone, words] of [
    ['www A 192.0.2.1\n$INCLUDE /etc/passwd\n', 'Line 2: $INCLUDE'],
    ['$GENERATE 1-9 h$ A 192.0.2.$\n', 'Line 1: $GENERATE'],
    [Array.from({ length: 6000 }, (_, n) => `h${n}.${deep}`).join(''), '500,000'],
    ['@ A 192.0.2.1\n'.repeat(100_001), '100,000'],
  ] as const) {
    for (const path of ['import/preview', 'import']) {
      const { status, body } = await world.ask(owner, 'POST', `${domain.path}/${path}`, { zone });
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: 'zone_file_refused', errors: [{ field: 'zone' }] },
      });
      expect(body.errors[0].message).toContain(words);
    }
  }
  expect((await world.ask(owner, 'GET', domain.path)).body.domain).toMatchObject({ revision: domain.revision });
});
