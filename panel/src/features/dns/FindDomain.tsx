import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { NoDomains } from './DomainsEmpty.tsx';
import type { DnsSearch } from './dns-search.ts';
import { domainsQuery, mostRows } from './domain-queries.ts';
import { useLoadFailure } from './tell-failure.ts';

const CreateDomainDialog = lazy(() => import('./CreateDomainDialog.tsx'));

/** The preferred domain of a service, else the first by name; null where there is none. */
async function findPreferred(client: QueryClient, serviceId: number): Promise<string | null> {
  let first: string | null = null;
  for (let page = 1; ; page++) {
    const { domains, total } = await client.fetchQuery(domainsQuery(serviceId, { page, rows: mostRows }));
    const preferred = domains.find((domain) => domain.preferred);
    if (preferred) return preferred.id;
    first ??= domains[0]?.id ?? null;
    if (page * mostRows >= total) return first;
  }
}

/** Opens a domain where the address names none; where there is none, leads to the first one. */
export function FindDomain({ serviceId }: { serviceId: number }) {
  useTitle('DNS');
  const client = useQueryClient();
  const search = useSearch({ strict: false }) as DnsSearch;
  const refused = useRefusal(dnsRoutes.createDomain);
  const [creating, setCreating] = useState<boolean | null>(null);
  const found = useQuery({
    // Below the list's own key, so that a first domain made elsewhere is found as well.
    queryKey: [dnsRoutes.listDomains.path, { params: { serviceId } }, 'preferred'],
    queryFn: () => findPreferred(client, serviceId),
    staleTime: 0,
  });
  useLoadFailure(dnsMessages.loadDomains, found.error);
  if (found.data && !found.isFetching) {
    const params = { serviceId: String(serviceId) };
    return <Navigate to="/$serviceId/dns" params={params} search={{ ...search, domain: found.data }} replace />;
  }
  return (
    <Page title="DNS">
      <Panel>
        {found.error ? (
          <ErrorState error={found.error} title={dnsMessages.loadDomains} onRetry={() => void found.refetch()} />
        ) : found.data === null ? (
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
