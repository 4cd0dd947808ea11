import type { DnsDomain } from '@headwater/contract/dns/domain';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { Alert, Skeleton } from '@mantine/core';
import { useTitle } from '../../lib/use-title.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { DelegationState } from './DelegationState.tsx';
import { KeptName } from './DomainName.tsx';
import { DomainPicker } from './DomainPicker.tsx';
import { DomainState } from './DomainState.tsx';
import { DomainTabs } from './DomainTabs.tsx';
import { NoDomain } from './NoDomain.tsx';
import { useDomain } from './use-domain.ts';

type Props = { serviceId: number; domainId: string };

/** One domain: whether it is answered, and its tabs. */
export function DomainScreen({ serviceId, domainId }: Props) {
  const { domain, verdict, error, problem, retry } = useDomain(serviceId, domainId);
  const name = domain && toUnicode(domain.domain);
  useTitle(name ?? 'Domain', 'DNS');
  const open = verdict === 'open' || verdict === 'disabled';
  return (
    <Page
      title={name ?? (open ? <Skeleton height={24} width={180} my={2} /> : 'DNS')}
      aside={
        domain && (
          <>
            <CopyButton value={domain.domain} what="domain" />
            <DomainState domain={domain} />
          </>
        )
      }
      lead={<Lead serviceId={serviceId} domain={domain} />}
      actions={<DomainPicker serviceId={serviceId} domain={domain} />}
    >
      {open ? (
        <>
          {verdict === 'disabled' && (
            <Alert color="yellow">
              This domain is disabled: our name servers do not answer for it. Enable it under Settings.
            </Alert>
          )}
          <DomainTabs serviceId={serviceId} domainId={domainId} domain={domain} />
        </>
      ) : (
        <Panel>
          <NoDomain verdict={verdict} name={name} error={error} problem={problem} onRetry={retry} />
        </Panel>
      )}
    </Page>
  );
}

function Lead({ serviceId, domain }: { serviceId: number; domain: DnsDomain | undefined }) {
  return (
    <>
      <AnchorLink to="/$serviceId/domains" params={{ serviceId: String(serviceId) }} size="sm">
        Domains
      </AnchorLink>
      {domain && <KeptName name={domain.domain} />}
      {domain && !domain.deleted && (
        <span>
          Name servers: <DelegationState domain={domain} />
        </span>
      )}
    </>
  );
}
