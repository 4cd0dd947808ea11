import type { Traffic } from '@headwater/contract/lib/series';
import { formatBytes, formatCount, formatShare } from '../../lib/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { countryName } from './country-name.ts';
import classes from './TopTables.module.css';

type PathRow = Traffic['paths'][number];
type CountryRow = Traffic['countries'][number] & { share: string };

const none = <p className={classes.none}>No requests in this time.</p>;

const paths = columnsOf<PathRow>();
const pathColumns = paths.columns([
  paths.accessor('path', {
    meta: { label: 'Path', leads: true },
    cell: ({ getValue }) => (
      <span className="mono clip" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  paths.accessor('requests', {
    meta: { label: 'Requests', align: 'end' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  paths.accessor('bytes', {
    meta: { label: 'Data', align: 'end' },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
]);

/** The paths that were asked for most. */
export function TopPaths({ rows }: { rows: PathRow[] | undefined }) {
  return (
    <div className={classes.box}>
      <DataTable label="Top paths" narrow columns={pathColumns} rows={rows} rowId={({ path }) => path} empty={none} />
    </div>
  );
}

const countries = columnsOf<CountryRow>();
const countryColumns = countries.columns([
  countries.accessor('country', {
    meta: { label: 'Country', leads: true },
    cell: ({ getValue }) => countryName(getValue()),
  }),
  countries.accessor('requests', {
    meta: { label: 'Requests', align: 'end' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  countries.accessor('share', {
    meta: { label: 'Share', align: 'end' },
    cell: ({ getValue }) => getValue(),
  }),
  countries.accessor('bytes', {
    meta: { label: 'Data', align: 'end' },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
]);

/** Where the requests came from. */
export function TopCountries({ rows, total }: { rows: Traffic['countries'] | undefined; total: number }) {
  const withShare = rows?.map((row) => ({ ...row, share: formatShare(row.requests, total) }));
  return (
    <div className={classes.box}>
      <DataTable
        label="Countries"
        narrow
        columns={countryColumns}
        rows={withShare}
        rowId={({ country }) => country}
        empty={none}
      />
    </div>
  );
}
