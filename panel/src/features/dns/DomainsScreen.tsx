import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { deploymentPoll } from '../../lib/zone-queries.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
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
  const search = useSearch({ strict: false }) as DomainsSearch;
  const navigate = useNavigate();
  const refused = useRefusal(dnsRoutes.createDomain);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const domains = useQuery({
    ...domainsQuery(serviceId, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      deploymentPoll(
        state.data?.domains.map(({ deployment }) => deployment),
        3000,
      ),
  });
  useLoadFailure(dnsMessages.loadDomains, domains.error);
  const { page = 1, rows = usualRows, searchTerm = '', sort = 'domain', order = 'asc', deleted } = search;
  const show = (change: { [Field in keyof DomainsSearch]: DomainsSearch[Field] | undefined }) =>
    void navigate({
      to: '/$serviceId/domains',
      params: { serviceId: String(serviceId) },
      search: (before: DomainsSearch) => ({ ...before, page: undefined, ...change }),
      replace: 'searchTerm' in change || 'create' in change,
    });
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined });
  };
  const create = (
    <Refusable reason={refused}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
        Create domain
      </Button>
    </Refusable>
  );
  const empty = (
    <DomainsEmpty
      search={searchTerm}
      deleted={deleted === 1}
      onClear={() => show({ searchTerm: undefined })}
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
              onSearch={(wanted) => show({ searchTerm: wanted || undefined })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Which domains"
              data={[
                { value: '0', label: 'In use' },
                { value: '1', label: 'Deleted' },
              ]}
              value={deleted ? '1' : '0'}
              onChange={(value) => show({ deleted: value === '1' ? 1 : undefined })}
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
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
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
