import { type ColumnDef, createColumnHelper, metaHelper, type RowData, tableFeatures } from '@tanstack/react-table';

export type ColumnLook = {
  /** What stands above the column. */
  label: string;
  align?: 'end';
  /** The API's word for sorting by this column; absent where it cannot be sorted. */
  sort?: string;
  width?: string;
  /** Beyond this the value is clipped; its cell must say it in full elsewhere, such as in a title. */
  maxWidth?: string;
  /** Where the value stands in the two lines that a row becomes on a phone; without a place it is left out there. */
  place?: 'name' | 'state' | 'line' | 'figure';
  /** What a figure counts, said behind it where its column's head is not shown. */
  unit?: string;
  /** In a narrow table, takes what the other columns leave. */
  leads?: boolean;
};

export const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

// biome-ignore lint/suspicious/noExplicitAny: each column has its own value type
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, any>[];

/** The column helper for a table of these rows. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof features, Row>();
