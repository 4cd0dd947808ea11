import { TestDns, zoneOf } from '@headwater/engines/powerdns/testing';

export { freePort } from '@headwater/engines/lib/testing';

type Said = { nameservers: string[]; ds?: string[] };

/** A zone above customers' domains, served by a real PowerDNS, which also is the resolver that knows who serves it. */
export async function startParentZone(zone: string, delegations: Record<string, Said>) {
  const dns = await new TestDns().lay();
  await dns.startPdns();
  const sets = Object.entries(delegations).flatMap(([name, { nameservers, ds = [] }]) => [
    { name, type: 'NS', ttl: 300, records: nameservers.map((one) => `${one}.`) },
    ...(ds.length > 0 ? [{ name, type: 'DS', ttl: 300, records: ds }] : []),
  ]);
  const [soa] = zoneOf(zone);
  const ns = { name: zone, type: 'NS', ttl: 300, records: [`ns.${zone}.`] };
  const address = { name: `ns.${zone}`, type: 'A', ttl: 300, records: ['127.0.0.1'] };
  await dns.api.createZone({ name: zone, rrsets: [soa!, ns, address, ...sets] });
  return { port: dns.ports.pdns, stop: () => dns.stop() };
}
