import type { Service } from '@headwater/contract/services/schema';
import { Tooltip } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Tone } from '../../lib/deployment-words.ts';
import { pickable, servicesQuery, whyClosed } from '../../lib/service-list.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import classes from './ServiceTable.module.css';

const tones: Record<Service['domainstatus'], Tone> = {
  Active: 'live',
  Pending: 'pending',
  Suspended: 'failed',
  Terminated: 'off',
  Cancelled: 'off',
};

function ServiceName({ service, emailVerified }: { service: Service; emailVerified: boolean }) {
  const reason = whyClosed(service, emailVerified);
  const star = service.favorite && <IconStarFilled size={13} className={classes.star} aria-label="Favourite" />;
  if (reason !== null) {
    return (
      <Tooltip label={reason}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
        <span className={classes.closed} tabIndex={0}>
          {service.domain} {star}
        </span>
      </Tooltip>
    );
  }
  return (
    <span className={classes.name}>
      <AnchorLink to="/$serviceId" params={{ serviceId: String(service.id) }} inherit fw={550}>
        {service.domain}
      </AnchorLink>
      {star}
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
      meta: { label: 'Id', place: 'figure' },
      cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
    }),
    helper.accessor('product', { meta: { label: 'Product', place: 'line' }, cell: ({ getValue }) => getValue() }),
    helper.accessor('domainstatus', {
      meta: { label: 'Status', place: 'state' },
      cell: ({ getValue }) => <StateDot tone={tones[getValue()]} word={getValue()} />,
    }),
    helper.accessor('createdAt', {
      meta: { label: 'Since' },
      cell: ({ getValue }) => <DateTime iso={getValue()} />,
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
