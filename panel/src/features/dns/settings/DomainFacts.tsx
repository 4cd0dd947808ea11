import type { DnsDomain } from '@headwater/contract/dns/domain';
import { formatCount } from '../../../lib/format.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { DateTime } from '../../../ui/Time.tsx';

/** What it means that name servers have not been heard of. */
const awayWords = (away: readonly string[]) =>
  `${away.join(', ')}. What was changed since reaches ${away.length === 1 ? 'it' : 'them'} on return.`;

/** What a domain is, in one table. Whether it is answered stands beside the page's title. */
export function DomainFacts({ domain }: { domain: DnsDomain }) {
  const { away } = domain.deployment;
  return (
    <Facts
      facts={[
        { label: 'Status', value: domain.statusDescription },
        { label: 'Records', value: formatCount(domain.stats.records) },
        { label: 'Queries 30 days', value: formatCount(domain.stats.queries) },
        { label: 'Serial', value: <span className="mono">{domain.soa.serial}</span> },
        { label: 'Domain id', value: <Copyable value={domain.id} what="domain id" /> },
        { label: 'Created', value: <DateTime iso={domain.createdAt} /> },
        { label: 'Changed', value: <DateTime iso={domain.updatedAt} /> },
        ...(away.length > 0 ? [{ label: 'Away', value: awayWords(away) }] : []),
      ]}
    />
  );
}
