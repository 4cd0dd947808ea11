import type { DnsDomain } from '@headwater/contract/dns/domain';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { AnchorLink } from '../../ui/links.tsx';

/** A domain's name, leading to its records. */
export function DomainLink({ domain }: { domain: DnsDomain }) {
  return (
    <AnchorLink
      to="/$serviceId/dns"
      params={{ serviceId: String(domain.serviceId) }}
      search={{ domain: domain.id }}
      className="mono clip"
      fw={550}
      inherit
      title={domain.domain}
    >
      {toUnicode(domain.domain)}
    </AnchorLink>
  );
}
