import type { ApiKey } from '@headwater/contract/api-keys/schema';
import type { Service } from '@headwater/contract/services/schema';
import { UnstyledButton } from '@mantine/core';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago, Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import classes from './ApiKeys.module.css';
import {
  addressesInBrief,
  keyStates,
  permissionsInBrief,
  permissionWords,
  servicesInBrief,
  serviceWords,
} from './key-words.ts';

const helper = columnsOf<ApiKey>();

const clipped = (brief: string, whole: readonly string[] | null) => (
  <span className="clip" title={whole?.join(', ')}>
    {brief}
  </span>
);

/** The table of keys. A press on a name opens the key. */
export const keyColumns = (services: readonly Service[], open: (id: string) => void) =>
  helper.columns([
    helper.accessor('name', {
      meta: { label: 'Name', maxWidth: '13rem', place: 'name' },
      cell: ({ row: { original } }) => (
        <UnstyledButton className={classes.open} onClick={() => open(original.id)} title={original.name}>
          <span className="clip">{original.name}</span>
        </UnstyledButton>
      ),
    }),
    helper.accessor('start', {
      meta: { label: 'Key', place: 'line' },
      cell: ({ getValue }) => <span className="mono">{getValue()}…</span>,
    }),
    helper.display({
      id: 'permissions',
      meta: { label: 'May', maxWidth: '12rem' },
      cell: ({ row: { original } }) => clipped(permissionsInBrief(original), permissionWords(original)),
    }),
    helper.display({
      id: 'services',
      meta: { label: 'Services', maxWidth: '11rem' },
      cell: ({ row: { original } }) => clipped(servicesInBrief(original, services), serviceWords(original, services)),
    }),
    helper.display({
      id: 'addresses',
      meta: { label: 'From', maxWidth: '9rem' },
      cell: ({ row: { original } }) => clipped(addressesInBrief(original), original.addresses),
    }),
    helper.accessor('expiresAt', {
      meta: { label: 'Expires' },
      cell: ({ row: { original } }) => (original.expiresAt === null ? 'Never' : <Day iso={original.expiresAt} />),
    }),
    helper.accessor('createdBy', {
      meta: { label: 'Created by', maxWidth: '9rem' },
      cell: ({ getValue }) => clipped(getValue(), [getValue()]),
    }),
    helper.accessor('lastUsedAt', {
      meta: { label: 'Last used', place: 'figure' },
      cell: ({ row: { original } }) =>
        original.lastUsedAt === null ? 'Not used yet' : <Ago iso={original.lastUsedAt} />,
    }),
    helper.accessor('state', {
      meta: { label: 'State', place: 'state' },
      cell: ({ getValue }) => <StateDot {...keyStates[getValue()]} />,
    }),
  ]);
