import type { DnsDomain } from '@headwater/contract/dns/domain';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { Badge } from '@mantine/core';
import { formatCount, formatShort } from '../../lib/format.ts';
import { Ago, Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { DelegationState } from './DelegationState.tsx';
import { DomainLink } from './DomainLink.tsx';
import { DomainMenu } from './DomainMenu.tsx';
import { KeptName } from './DomainName.tsx';
import { DomainState } from './DomainState.tsx';
import classes from './Domains.module.css';
import { RestoreDomain } from './RestoreDomain.tsx';

const helper = columnsOf<DnsDomain>();

const records = helper.accessor('stats.records', {
  id: 'records',
  meta: { label: 'Records', align: 'end', sort: 'records' },
  cell: ({ getValue }) => formatCount(getValue()),
});

export const domainColumns = helper.columns([
  helper.accessor('domain', {
    meta: { label: 'Domain', maxWidth: '20rem', sort: 'domain', place: 'name' },
    cell: ({ row: { original: domain } }) => (
      <span className={classes.name}>
        <span className={classes.letters}>
          <DomainLink domain={domain} />
          <KeptName name={domain.domain} />
        </span>
        {domain.preferred && (
          <Badge size="xs" variant="light" className={classes.preferred}>
            Preferred
          </Badge>
        )}
      </span>
    ),
  }),
  helper.display({
    id: 'state',
    meta: { label: 'State', place: 'state' },
    cell: ({ row }) => <DomainState domain={row.original} brief />,
  }),
  helper.display({
    id: 'delegation',
    meta: { label: 'Name servers', place: 'line' },
    cell: ({ row }) => <DelegationState domain={row.original} />,
  }),
  helper.accessor('dnssec.status', {
    id: 'dnssec',
    meta: { label: 'DNSSEC' },
    cell: ({ getValue }) => (getValue() === 1 ? 'Signed' : <span className={classes.off}>Off</span>),
  }),
  records,
  helper.accessor('stats.queries', {
    id: 'queries',
    meta: { label: 'Queries 30 days', align: 'end', sort: 'queries' },
    cell: ({ getValue }) => <span title={formatCount(getValue())}>{formatShort(getValue())}</span>,
  }),
  helper.accessor('createdAt', {
    id: 'created',
    meta: { label: 'Created', align: 'end', sort: 'created' },
    cell: ({ getValue }) => <Day iso={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    meta: { label: 'Actions', align: 'end', place: 'figure' },
    cell: ({ row }) => <DomainMenu domain={row.original} />,
  }),
]);

/** A deleted domain is asked for by nobody, but has a way back. */
export const deletedDomainColumns = helper.columns([
  helper.accessor('domain', {
    meta: { label: 'Domain', maxWidth: '20rem', sort: 'domain', place: 'name' },
    cell: ({ getValue }) => (
      <span className={classes.letters}>
        <span className="mono clip">{toUnicode(getValue())}</span>
        <KeptName name={getValue()} />
      </span>
    ),
  }),
  helper.accessor('deleted', {
    meta: { label: 'Deleted', place: 'line' },
    cell: ({ getValue }) => <Ago iso={getValue() ?? ''} />,
  }),
  records,
  helper.display({
    id: 'restore',
    meta: { label: 'Action', align: 'end', place: 'figure' },
    cell: ({ row }) => <RestoreDomain domain={row.original} />,
  }),
]);
