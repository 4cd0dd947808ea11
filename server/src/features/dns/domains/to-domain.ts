import type { Delegation, DnsDomain, Soa } from '@headwater/contract/dns/domain';
import { defaultMailbox } from '@headwater/contract/dns/mailbox';
import type { Settings } from '../../../lib/settings.ts';
import { describeDeployment, type NodeProgress } from '../../nodes/index.ts';
import type { DomainRow, SeenDelegation, ShownDomain } from './store.ts';

/** What of an SOA is the operator's to say. */
export type SoaDefaults = Pick<Settings, 'nameservers' | 'dnsHostmaster'>;

export function toDomain(row: ShownDomain, nodes: NodeProgress[], settings: SoaDefaults): DnsDomain {
  const enabled = row.status === 1 && row.deleted_at === null;
  const delegation = toDelegation(row.delegation);
  return {
    id: row.id,
    dnsid: row.id,
    serviceId: row.service_id,
    domain: row.domain,
    status: enabled ? 1 : 0,
    statusDescription: row.deleted_at ? 'Deleted' : enabled ? 'Enabled' : 'Disabled',
    deleted: row.deleted_at?.toISOString() ?? null,
    preferred: row.preferred,
    meta: { status: enabled ? '1' : '0', isUpdated: isDelegated(row.delegation) },
    stats: { records: row.records, queries: row.queries },
    dnssec: { status: row.public_key === null ? 0 : 1 },
    soa: toSoa(row, settings),
    nameservers: settings.nameservers,
    delegation,
    revision: row.revision,
    deployment: describeDeployment('dns', row, nodes),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toSoa(row: DomainRow, { nameservers, dnsHostmaster }: SoaDefaults): Soa {
  const { rname, ...times } = row.soa;
  return {
    mname: nameservers[0] ?? row.domain,
    rname: rname ?? dnsHostmaster ?? defaultMailbox(row.domain),
    serial: row.serial,
    ...times,
  };
}

const toDelegation = ({ state, nameservers, checkedAt, seenAt }: SeenDelegation): Delegation => ({
  state: state ?? 'unchecked',
  nameservers: nameservers ?? [],
  checkedAt: checkedAt ?? null,
  seenAt: seenAt ?? null,
});

/** Whether visitors who look the domain up come to our name servers, as far as was seen. */
export const isDelegated = ({ state, isOurs }: SeenDelegation): boolean =>
  state === 'delegated' ||
  state === 'partly' ||
  state === 'confirmed' ||
  // A parent that is away for a while changes nothing.
  (state === 'unreachable' && isOurs === true);
