import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { NoDomains } from './DomainsEmpty.tsx';
import type { DnsSearch } from './dns-search.ts';
import { preferredDomainQuery } from './domain-queries.ts';
import { useLoadFailure } from './tell-failure.ts';

const CreateDomainDialog = lazy(() => import('./CreateDomainDialog.tsx'));

/** Opens a domain where the address names none; where there is none, leads to the first one. */
export function FindDomain({ serviceId }: { serviceId: number }) {
  useTitle('DNS');
  const search = useSearch({ strict: false }) as DnsSearch;
  const refused = useRefusal(dnsRoutes.createDomain);
  const [creating, setCreating] = useState<boolean | null>(null);
  // Asked each time: what was preferred a moment ago may not be any more.
  const found = useQuery({ ...preferredDomainQuery(serviceId), staleTime: 0 });
  const first = found.data?.domains[0];
  const isUnknownService = found.error instanceof CallError && found.error.status === 404;
  const failure = isUnknownService ? dnsMessages.invalidService : dnsMessages.loadDomains;
  useLoadFailure(failure, found.error);
  if (first && !found.isFetching) {
    const params = { serviceId: String(serviceId) };
    return <Navigate to="/$serviceId/dns" params={params} search={{ ...search, domain: first.id }} replace />;
  }
  return (
    <Page title="DNS">
      <Panel>
        {found.error ? (
          <ErrorState error={found.error} title={failure} onRetry={() => void found.refetch()} />
        ) : found.data && !first ? (
          <NoDomains
            action={
              <Refusable reason={refused}>
                <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                  Create domain
                </Button>
              </Refusable>
            }
          />
        ) : (
          <Skeleton height={120} />
        )}
      </Panel>
      {creating !== null && (
        <Suspense>
          <CreateDomainDialog serviceId={serviceId} opened={creating} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}
