import type { Service } from '@headwater/contract/services/schema';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pickable, servicesQuery, whyClosed } from '../../lib/service-list.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { ServiceState } from './ServiceState.tsx';
import classes from './ServiceTable.module.css';

function ServiceName({ service, emailVerified }: { service: Service; emailVerified: boolean }) {
  const reason = whyClosed(service, emailVerified);
  return (
    <span className={classes.name}>
      <FavouriteButton service={service} />
      {reason === null ? (
        <AnchorLink
          to="/$serviceId"
          params={{ serviceId: String(service.id) }}
          inherit
          fw={550}
          className="clip"
          title={service.domain}
        >
          {service.domain}
        </AnchorLink>
      ) : (
        <Tooltip label={reason}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
          <span className={`clip ${classes.closed}`} tabIndex={0}>
            {service.domain}
          </span>
        </Tooltip>
      )}
    </span>
  );
}

const helper = columnsOf<Service>();
const columnsFor = (emailVerified: boolean) =>
  helper.columns([
    helper.display({
      id: 'domain',
      meta: { label: 'Service', place: 'name' },
      cell: ({ row }) => <ServiceName service={row.original} emailVerified={emailVerified} />,
    }),
    helper.accessor('id', {
      meta: { label: 'Id' },
      cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
    }),
    helper.accessor('product', { meta: { label: 'Product', place: 'line' }, cell: ({ getValue }) => getValue() }),
    helper.display({
      id: 'status',
      meta: { label: 'Status', place: 'state' },
      cell: ({ row }) => <ServiceState service={row.original} />,
    }),
    helper.accessor('createdAt', { meta: { label: 'Since' }, cell: ({ getValue }) => <Day iso={getValue()} /> }),
    helper.display({
      id: 'details',
      meta: { label: 'Service page', align: 'end', place: 'figure' },
      cell: ({ row: { original } }) => (
        <AnchorLink
          to="/home/my-services/$id"
          params={{ id: String(original.id) }}
          inherit
          aria-label={`Details of ${original.domain}`}
        >
          Details
        </AnchorLink>
      ),
    }),
  ]);

/** The services that are not terminated, favourites first; only active ones lead on. */
export function ServiceTable({ emailVerified }: { emailVerified: boolean }) {
  const services = useQuery(servicesQuery());
  const columns = useMemo(() => columnsFor(emailVerified), [emailVerified]);
  const rows = useMemo(() => services.data && pickable(services.data.services), [services.data]);
  return (
    <DataTable
      label="Services"
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      error={services.error}
      onRetry={() => void services.refetch()}
      empty={<EmptyState title="No service is running">All services of this account were terminated.</EmptyState>}
    />
  );
}
