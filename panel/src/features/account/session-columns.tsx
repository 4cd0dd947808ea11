import type { SessionInfo } from '@headwater/contract/account/schema';
import { Button } from '@mantine/core';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago, DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { deviceOf } from './device.ts';

const helper = columnsOf<SessionInfo>();

type Actions = { onEnd: (sessionId: string) => void; ending: string | null };

export const sessionColumns = ({ onEnd, ending }: Actions) =>
  helper.columns([
    helper.accessor('userAgent', {
      meta: { label: 'Device', place: 'name' },
      cell: ({ getValue }) => (
        <span className="clip" title={getValue()}>
          {deviceOf(getValue())}
        </span>
      ),
    }),
    helper.accessor('address', {
      meta: { label: 'Address', place: 'line' },
      cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
    }),
    helper.accessor('lastSeenAt', {
      meta: { label: 'Last used', place: 'figure' },
      cell: ({ getValue }) => <Ago iso={getValue()} />,
    }),
    helper.accessor('createdAt', {
      meta: { label: 'Signed in' },
      cell: ({ getValue }) => <DateTime iso={getValue()} />,
    }),
    helper.display({
      id: 'end',
      meta: { label: 'Action', align: 'end', place: 'state' },
      cell: ({ row: { original } }) =>
        original.current ? (
          <StateDot tone="live" word="This browser" />
        ) : (
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            loading={ending === original.id}
            onClick={() => onEnd(original.id)}
            aria-label={`End session: ${deviceOf(original.userAgent)}, ${original.address}`}
          >
            End
          </Button>
        ),
    }),
  ]);
