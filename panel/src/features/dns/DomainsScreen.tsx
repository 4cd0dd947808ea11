import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { listPoll } from '../../lib/deployment-poll.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { useTitle } from '../../lib/use-title.ts';
import { CreateButton } from '../../ui/CreateButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DeletedSwitch } from '../../ui/DeletedSwitch.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DomainsEmpty } from './DomainsEmpty.tsx';
import type { DomainSort, DomainsSearch } from './dns-search.ts';
import { deletedDomainColumns, domainColumns } from './domain-columns.tsx';
import { domainsQuery, usualRows } from './domain-queries.ts';
import { useLoadFailure } from './tell-failure.ts';

const CreateDomainDialog = lazy(() => import('./CreateDomainDialog.tsx'));

/** The domains of a service. What is searched, sorted and paged stands in the address. */
export function DomainsScreen(): ReactNode {
  useTitle('Domains');
  const serviceId = useServiceId();
  const { search, show } = useListAddress<DomainsSearch>();
  const refused = useRefusal(dnsRoutes.createDomain);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const domains = useQuery({
    ...domainsQuery(serviceId, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPoll(state.data?.domains),
  });
  useLoadFailure(dnsMessages.loadDomains, domains.error);
  const { page = 1, rows = usualRows, searchTerm = '', sort = 'domain', order = 'asc', deleted } = search;
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined }, { replace: true });
  };
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)}>
      Create domain
    </CreateButton>
  );
  const empty = (
    <DomainsEmpty
      search={searchTerm}
      deleted={deleted === 1}
      onClear={() => show({ searchTerm: undefined }, { replace: true })}
      action={create}
    />
  );
  return (
    <Page title="Domains" lead={<span>Our name servers answer for these domains.</span>} actions={create}>
      <Panel
        flush
        tools={
          <>
            <SearchField
              label="Search domains"
              placeholder="Domain"
              value={searchTerm}
              onSearch={(wanted) => show({ searchTerm: wanted || undefined }, { replace: true })}
            />
            <DeletedSwitch
              what="domains"
              deleted={deleted === 1}
              onChange={(next) => show({ deleted: next ? 1 : undefined })}
            />
          </>
        }
      >
        <DataTable
          label="Domains"
          columns={deleted ? deletedDomainColumns : domainColumns}
          rows={domains.data?.domains}
          rowId={({ id }) => id}
          error={domains.error}
          onRetry={() => void domains.refetch()}
          empty={empty}
          sort={{ by: sort, order }}
          onSort={({ by, order: way }) => show({ sort: by as DomainSort, order: way })}
          expectedRows={8}
          stale={domains.isPlaceholderData}
        />
        {domains.data && (
          <Pager
            page={page}
            rows={rows}
            total={domains.data.total}
            what="domain"
            onPage={(next) => show({ page: next })}
          />
        )}
      </Panel>
      {creating !== null && (
        <Suspense>
          <CreateDomainDialog serviceId={serviceId} opened={creating} onClose={stopCreating} />
        </Suspense>
      )}
    </Page>
  );
}
