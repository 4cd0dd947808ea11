import { IconCircleCheck } from '@tabler/icons-react';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import classes from './IncidentTable.module.css';
import { lastedWords } from './lasted-words.ts';
import type { Incident } from './status-query.ts';
import { statusWords } from './status-words.ts';

const helper = columnsOf<Incident>();
const columns = helper.columns([
  helper.accessor('service', { meta: { label: 'Part', place: 'name' }, cell: ({ getValue }) => getValue() }),
  helper.accessor('status', {
    meta: { label: 'State', place: 'state' },
    cell: ({ getValue }) => <StateDot tone={statusWords[getValue()].tone} word={statusWords[getValue()].word} />,
  }),
  helper.accessor('reason', {
    meta: { label: 'What happened', place: 'line' },
    cell: ({ row }) => (
      <span className={classes.reason}>
        {row.original.reason}
        <span className={classes.began}>
          <DateTime iso={row.original.startedAt} />
        </span>
      </span>
    ),
  }),
  helper.accessor('startedAt', {
    meta: { label: 'Began', align: 'end' },
    cell: ({ getValue }) => <DateTime iso={getValue()} />,
  }),
  helper.display({
    id: 'lasted',
    meta: { label: 'Lasted', align: 'end', place: 'figure' },
    cell: ({ row }) => lastedWords(row.original),
  }),
]);

export const IncidentTable = ({ incidents }: { incidents: Incident[] | undefined }) => (
  <DataTable
    label="Incidents"
    columns={columns}
    rows={incidents}
    rowId={({ id }) => id}
    expectedRows={1}
    empty={
      <EmptyState icon={<IconCircleCheck size={20} />} title="No incidents">
        Nothing went wrong in the last 90 days, as far as it was looked at.
      </EmptyState>
    }
  />
);
