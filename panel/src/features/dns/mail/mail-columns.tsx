import type { MailEntry } from '@headwater/contract/dns/mail-routes';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSeconds } from '../../../lib/format.ts';
import { Refusable } from '../../../ui/Refusable.tsx';
import { columnsOf } from '../../../ui/table-columns.ts';
import { isNoMail } from './mail-providers.ts';

const helper = columnsOf<MailEntry>();

type Deeds = { refused: string | null; edit: (entry: MailEntry) => void; remove: (entry: MailEntry) => void };

export const mailColumns = ({ refused, edit, remove }: Deeds) =>
  helper.columns([
    helper.accessor('record', {
      meta: { label: 'Mail server', maxWidth: '24rem', place: 'name' },
      cell: ({ row: { original: entry } }) => (
        <span className="mono clip" title={entry.record}>
          {isNoMail(entry) ? '. (nobody receives mail)' : entry.record}
        </span>
      ),
    }),
    helper.accessor('host', {
      meta: { label: 'For', place: 'line' },
      cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
    }),
    helper.accessor('status', {
      meta: { label: 'State' },
      cell: ({ getValue }) => (getValue() === 1 ? 'Enabled' : 'Disabled'),
    }),
    helper.accessor('priority', {
      meta: { label: 'Priority', align: 'end', place: 'figure', unit: 'priority' },
      cell: ({ getValue }) => getValue(),
    }),
    helper.accessor('ttl', {
      meta: { label: 'TTL', align: 'end' },
      cell: ({ getValue }) => <span title={formatSeconds(Number(getValue()))}>{getValue()}</span>,
    }),
    helper.display({
      id: 'actions',
      meta: { label: 'Actions', align: 'end', place: 'state' },
      cell: ({ row: { original: entry } }) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Named refused={refused} label={`Change ${entry.record}`} onClick={() => edit(entry)}>
            <IconPencil size={15} />
          </Named>
          <Named refused={refused} label={`Delete ${entry.record}`} onClick={() => remove(entry)}>
            <IconTrash size={15} />
          </Named>
        </Group>
      ),
    }),
  ]);

type NamedProps = { refused: string | null; label: string; onClick: () => void; children: ReactNode };

function Named({ refused, label, onClick, children }: NamedProps) {
  const button = (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
  return refused === null ? (
    <Tooltip label={label}>{button}</Tooltip>
  ) : (
    <Refusable reason={refused}>{button}</Refusable>
  );
}
