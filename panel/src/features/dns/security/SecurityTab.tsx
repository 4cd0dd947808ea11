import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useLoadFailure } from '../tell-failure.ts';
import { DsPanel } from './DsPanel.tsx';
import { ParentPanel } from './ParentPanel.tsx';
import { SigningPanel } from './SigningPanel.tsx';
import { securityQuery } from './security-query.ts';

/** Whether a domain is signed, and what its registrar needs for that. */
export default function SecurityTab({ domain }: { domain: DnsDomain }) {
  const query = useQuery(securityQuery(domain));
  useLoadFailure(dnsMessages.loadSecurity, query.error);
  const security = query.data?.security;
  if (!security) {
    return (
      <Panel title="DNSSEC">
        {query.error ? (
          <ErrorState error={query.error} title={dnsMessages.loadSecurity} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={160} />
        )}
      </Panel>
    );
  }
  const concerned = security.status === 1 || security.parent.ds.length > 0;
  return (
    <Stack gap="md">
      <SigningPanel domain={domain} security={security} />
      {security.status === 1 && <DsPanel security={security} />}
      {concerned && <ParentPanel domain={domain} security={security} />}
    </Stack>
  );
}
