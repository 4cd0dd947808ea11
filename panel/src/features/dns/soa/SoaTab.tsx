import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useLoadFailure } from '../tell-failure.ts';
import { SoaForm } from './SoaForm.tsx';
import { soaQuery } from './soa-query.ts';

/** What a domain says about itself as a whole. */
export default function SoaTab({ domain }: { domain: DnsDomain }) {
  const query = useQuery(soaQuery(domain));
  useLoadFailure(dnsMessages.loadSoa, query.error);
  if (query.data) return <SoaForm domain={query.data.domain} soa={query.data.soa} />;
  return (
    <Panel>
      {query.error ? (
        <ErrorState error={query.error} title={dnsMessages.loadSoa} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Panel>
  );
}
