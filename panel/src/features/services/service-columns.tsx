import type { Service } from '@headwater/contract/services/schema';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { whyClosed } from '../../lib/service-list.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { ServiceState } from './ServiceState.tsx';
import classes from './ServiceTable.module.css';

const helper = columnsOf<Service>();

/** The columns of home: a service's name opens its dashboard, where it can be opened. */
export const homeColumns = (emailVerified: boolean) =>
  helper.columns([
    nameBy((service) => <Dashboard service={service} reason={whyClosed(service, emailVerified)} />),
    ...facts,
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

const nameBy = (link: (service: Service) => ReactNode) =>
  helper.display({
    id: 'domain',
    meta: { label: 'Service', place: 'name' },
    cell: ({ row: { original } }) => (
      <span className={classes.name}>
        <FavouriteButton service={original} />
        {link(original)}
      </span>
    ),
  });

const facts = helper.columns([
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
]);

/** The columns of all services: a name leads to the service's page, which every service has. */
export const allColumns = helper.columns([
  nameBy(({ id, domain }) => (
    <AnchorLink to="/home/my-services/$id" params={{ id: String(id) }} inherit fw={550} className="clip" title={domain}>
      {domain}
    </AnchorLink>
  )),
  ...facts,
]);

function Dashboard({ service: { id, domain }, reason }: { service: Service; reason: string | null }) {
  if (reason === null) {
    return (
      <AnchorLink to="/$serviceId" params={{ serviceId: String(id) }} inherit fw={550} className="clip" title={domain}>
        {domain}
      </AnchorLink>
    );
  }
  return (
    <Tooltip label={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <span className={`clip ${classes.closed}`} tabIndex={0}>
        {domain}
      </span>
    </Tooltip>
  );
}
