import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import type { Part } from './status-query.ts';
import { uptimeWords } from './status-words.ts';

type Row = { day: string; shares: Record<string, number | null> };

const helper = columnsOf<Row>();
const columns = (parts: Part[]) =>
  helper.columns([
    helper.accessor('day', { meta: { label: 'Day (UTC)' }, cell: ({ getValue }) => getValue() }),
    ...parts.map(({ name }) =>
      helper.display({
        id: name,
        meta: { label: name, align: 'end' },
        cell: ({ row }) => uptimeWords(row.original.shares[name] ?? null),
      }),
    ),
  ]);

/** Every day that was checked, the newest first: what the bars show, as figures. */
export function DayTable({ parts }: { parts: Part[] }) {
  const rows = (parts[0]?.days ?? []).map(({ day }, index) => ({
    day,
    shares: Object.fromEntries(parts.map(({ name, days }) => [name, days[index]?.uptime ?? null])),
  }));
  const checked = rows.filter(({ shares }) => Object.values(shares).some((share) => share !== null));
  return (
    <DataTable
      label="Days"
      narrow
      columns={columns(parts)}
      rows={checked.toReversed()}
      rowId={({ day }) => day}
      empty={<EmptyState title="No checks yet">The first one comes within a minute or two.</EmptyState>}
    />
  );
}
