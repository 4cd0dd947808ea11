import type { Activity } from '@headwater/contract/activity/schema';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { Actor } from './Actor.tsx';
import { actionWords } from './action-words.ts';
import { Deed } from './Deed.tsx';

const helper = columnsOf<Activity>();

/** The log's table. `opened` is the entry whose details stand below it. */
export const activityColumns = (opened: string | null, toggle: (id: string) => void) =>
  helper.columns([
    helper.display({
      id: 'open',
      meta: { label: '', width: '2.5rem', place: 'figure' },
      cell: ({ row: { original } }) => {
        const isOpen = original.id === opened;
        const { deed, name } = actionWords(original);
        return (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={isOpen}
            aria-label={`Details: ${original.actor.name} ${deed}${name === null ? '' : ` ${name}`}`}
            onClick={() => toggle(original.id)}
          >
            {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
          </ActionIcon>
        );
      },
    }),
    helper.accessor('at', {
      meta: { label: 'When', place: 'state' },
      cell: ({ getValue }) => <DateTime iso={getValue()} />,
    }),
    helper.display({
      id: 'who',
      meta: { label: 'Who', maxWidth: '14rem', place: 'line' },
      cell: ({ row }) => <Actor actor={row.original.actor} />,
    }),
    helper.display({
      id: 'what',
      meta: { label: 'What', maxWidth: '26rem', place: 'name' },
      cell: ({ row }) => <Deed activity={row.original} />,
    }),
    helper.accessor('address', {
      meta: { label: 'From', maxWidth: '11rem' },
      cell: ({ getValue }) => <span className="mono">{getValue() ?? ''}</span>,
    }),
  ]);
