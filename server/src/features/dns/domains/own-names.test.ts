import { expect, test } from 'vitest';
import { domainsPath } from '../../../testing/domains.ts';
import { useWorld } from '../../../testing/index.ts';

const world = useWorld({
  HEADWATER_EDGE_DOMAIN: 'cdn.provider.test',
  HEADWATER_NAMESERVERS: 'ns1.dns-provider.test,ns2.dns-provider.test',
  HEADWATER_PUBLIC_URL: 'https://panel.hoster.test',
});

test('nobody can answer for the names that this installation goes by, or take them over from above or below', async () => {
  const owner = await world.addCustomer();
  const ask = async (domain: string) => {
    const { status, body } = await world.ask(owner, 'POST', domainsPath(owner.serviceId), { domain });
    return status === 201 ? 'created' : `${body.code} ${body.errors[0].field}: ${body.errors[0].message}`;
  };
  const refused = [
    'cdn.provider.test',
    'provider.test',
    'alias.cdn.provider.test',
    'ns1.dns-provider.test',
    'dns-provider.test',
    'a.ns2.dns-provider.test',
    'panel.hoster.test',
    'hoster.test',
    'api.panel.hoster.test',
  ];
  for (const name of refused)
    expect(await ask(name)).toBe(`domain_taken domain: ${name} cannot be added: it is in use here already.`);
  for (const name of ['www.provider.test', 'shop.hoster.test', 'notprovider.test'])
    expect(await ask(name)).toBe('created');
});
