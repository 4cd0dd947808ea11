import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import type { Person, World } from './index.ts';

export const domainsPath = (serviceId: number) => `/services/${serviceId}/dns/domains`;

type Owner = Person & { serviceId: number };
let made = 0;

/** A domain of this owner; its name is its own unless the wish names one. */
export async function addDomain(
  world: World,
  owner: Owner,
  wish: Record<string, unknown> = {},
): Promise<DnsDomain & { path: string }> {
  made += 1;
  const body = { domain: `site-${made}-${owner.customerId}.test`, ...wish };
  const answer = await world.ask(owner, 'POST', domainsPath(owner.serviceId), body);
  if (answer.status !== 201) throw new Error(`domain not created: ${JSON.stringify(answer.body)}`);
  return { ...answer.body.domain, path: `${domainsPath(owner.serviceId)}/${answer.body.domain.id}` };
}

/** A record of a domain; an A record of a host of its own unless the wish says otherwise. */
export async function addRecord(
  world: World,
  owner: Owner,
  domain: { path: string },
  wish: Record<string, unknown> = {},
): Promise<DnsRecord & { path: string }> {
  made += 1;
  const body = { host: `host-${made}`, type: 'A', record: '192.0.2.10', ...wish };
  const answer = await world.ask(owner, 'POST', `${domain.path}/records`, body);
  if (answer.status !== 201) throw new Error(`record not created: ${JSON.stringify(answer.body)}`);
  return { ...answer.body.record, path: `${domain.path}/records/${answer.body.record.id}` };
}

/** What the newest document of a domain tells name servers, as `name type data`; null when it is not answered. */
export async function answersOf(world: World, domainId: string): Promise<string[] | null> {
  const row = await world.database.owner
    .selectFrom('desired_state')
    .select('doc')
    .where('kind', '=', 'dns')
    .where('key', '=', `domain/${domainId}`)
    .executeTakeFirst();
  const doc = row?.doc as
    | { rrsets: { name: string; type: string; ttl: number; records: string[] }[] }
    | null
    | undefined;
  if (!doc) return null;
  return doc.rrsets.flatMap(({ name, type, ttl, records }) => records.map((data) => `${name} ${ttl} ${type} ${data}`));
}
