import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { inOrder, servicesQuery } from '../../lib/service-list.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { allColumns } from './service-columns.tsx';
import type { ServicesSearch } from './services-search.ts';

/** So many are seen at a glance. */
const fewServices = 8;

/** Every service that the account ever had, with the way to its page. */
export function MyServicesScreen(): ReactNode {
  useTitle('My services');
  const { search = '' } = useSearch({ strict: false }) as ServicesSearch;
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(servicesQuery());
  const services = useMemo(() => data && inOrder(data.services), [data]);
  const wanted = search.toLowerCase();
  const shown = useMemo(
    () =>
      services?.filter(({ id, domain, product, domainstatus }) =>
        `${id} ${domain} ${product} ${domainstatus}`.toLowerCase().includes(wanted),
      ),
    [services, wanted],
  );
  const find = (text: string) =>
    void navigate({ to: '/home/my-services', search: text === '' ? {} : { search: text }, replace: true });
  const none = error instanceof CallError && error.code === 'no_services';
  return (
    <Page title="My services" lead={<span>All services of this account, terminated ones included.</span>}>
      <Panel
        flush
        tools={
          services &&
          (services.length > fewServices || search !== '') && (
            <SearchField
              label="Search services"
              placeholder="Domain, id, product or status"
              value={search}
              onSearch={find}
            />
          )
        }
      >
        <DataTable
          label="Services"
          columns={allColumns}
          rows={none ? [] : shown}
          rowId={({ id }) => String(id)}
          error={error}
          onRetry={() => void refetch()}
          empty={
            none ? (
              <NoServices />
            ) : (
              <NoMatch
                what="service"
                search={search}
                fields="its domain, id, product or status"
                onClear={() => find('')}
              />
            )
          }
        />
      </Panel>
    </Page>
  );
}

const NoServices = () => (
  <EmptyState title="No services yet" action={<ButtonLink to="/plan-selection">Choose a plan</ButtonLink>}>
    A service is where your zones live. Start with a trial.
  </EmptyState>
);
