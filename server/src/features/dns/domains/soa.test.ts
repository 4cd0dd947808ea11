import { defaultMailbox } from '@headwater/contract/dns/mailbox';
import { describe, expect, test } from 'vitest';
import { addDomain, answersOf } from '../../../testing/domains.ts';
import { useWorld } from '../../../testing/index.ts';

const label = (sign: string) => sign.repeat(63);
/** As long as a name may be. */
const longest = `${label('a')}.${label('b')}.${label('c')}.${'d'.repeat(56)}.test`;

const plain = useWorld();
const soaOf = async (world: typeof plain, id: string) =>
  (await answersOf(world, id))?.find((line) => line.includes(' SOA '));

describe('whom to write to about a domain', () => {
  test('is somebody whose address name servers can hold, or the field says so and nothing changes', async () => {
    const owner = await plain.addCustomer();
    const domain = await addDomain(plain, owner);
    const before = await soaOf(plain, domain.id);
    for (const rname of [`${'a'.repeat(64)}@site.example`, `a@${'b'.repeat(64)}.example`, `a@${longest}`]) {
      const { status, body } = await plain.ask(owner, 'PATCH', `${domain.path}/soa`, { rname });
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'rname' }] });
    }
    expect(await soaOf(plain, domain.id)).toBe(before);
    await plain.ask(owner, 'PATCH', `${domain.path}/soa`, { rname: `${label('a')}@xn--e1afmkfd.xn--p1ai` });
    expect(await soaOf(plain, domain.id)).toContain(` ${label('a')}.xn--e1afmkfd.xn--p1ai. `);
  });

  test('for the longest of names is at their parent: they are answered all the same', async () => {
    const owner = await plain.addCustomer();
    const domain = await addDomain(plain, owner, { domain: longest });
    expect(domain.soa.rname).toBe(defaultMailbox(longest));
    expect(await soaOf(plain, domain.id)).toContain(` hostmaster.${longest.slice(64)}. `);
  });
});

describe('an operator’s hostmaster', () => {
  const world = useWorld({ HEADWATER_DNS_HOSTMASTER: 'dns.team@provider.example' });

  test('stands in each SOA whose owner names nobody', async () => {
    const owner = await world.addCustomer();
    const domain = await addDomain(world, owner);
    expect(domain.soa.rname).toBe('dns.team@provider.example');
    expect(await soaOf(world, domain.id)).toContain(' dns\\.team.provider.example. ');
    await world.ask(owner, 'PATCH', `${domain.path}/soa`, { rname: 'me@site.example' });
    expect(await soaOf(world, domain.id)).toContain(' me.site.example. ');
  });
});
