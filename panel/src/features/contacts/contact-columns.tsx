import type { ManagedContact } from '@headwater/contract/contacts/schema';
import { Text } from '@mantine/core';
import { noFigure } from '../../lib/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { contactName, contactStates, contactSummary, ownerWords } from './contact-words.ts';

const helper = columnsOf<ManagedContact>();

export const contactColumns = helper.columns([
  helper.display({
    id: 'name',
    meta: { label: 'Name', maxWidth: '22rem', place: 'name' },
    cell: ({ row: { original } }) =>
      original.isOwner ? (
        <span className="clip" title={contactName(original)}>
          <b>{contactName(original)}</b>{' '}
          <Text span size="sm" c="dimmed">
            {ownerWords}
          </Text>
        </span>
      ) : (
        <AnchorLink
          to="/home/contacts/$contactId"
          params={{ contactId: original.id }}
          className="clip"
          inherit
          fw={550}
          title={contactName(original)}
        >
          {contactName(original)}
        </AnchorLink>
      ),
  }),
  helper.accessor('email', {
    meta: { label: 'E-mail', maxWidth: '18rem', place: 'line' },
    cell: ({ getValue }) => (
      <span className="clip" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.display({
    id: 'state',
    meta: { label: 'State', place: 'state' },
    cell: ({ row }) => <StateDot {...contactStates[row.original.state]} />,
  }),
  helper.display({
    id: 'permissions',
    meta: { label: 'Permissions', maxWidth: '20rem' },
    cell: ({ row }) => (
      <span className="clip" title={contactSummary(row.original)}>
        {contactSummary(row.original)}
      </span>
    ),
  }),
  helper.accessor('lastSeenAt', {
    meta: { label: 'Last seen', align: 'end', place: 'figure' },
    cell: ({ getValue }) => {
      const iso = getValue();
      return iso === null ? noFigure : <Ago iso={iso} />;
    },
  }),
]);
