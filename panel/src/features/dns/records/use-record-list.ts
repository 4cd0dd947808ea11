import type { DnsRecord } from '@headwater/contract/dns/record';
import { useEffect, useMemo, useState } from 'react';
import type { Sort } from '../../../ui/sort.ts';
import { filterRecords, type RecordFilter, sortRecords } from './record-rows.ts';
import type { InlineField } from './row-actions.ts';
import { extendTo, keepExisting, nothing, toggle, toggleAll, toggleRange } from './selection.ts';

const noFilter: RecordFilter = { text: '', type: '' };

/** What is shown of the records, in which order, and what is chosen, open and being typed in. */
export function useRecordList(records: readonly DnsRecord[]) {
  const [filter, setFilter] = useState(noFilter);
  const [sort, setSort] = useState<Sort>({ by: 'host', order: 'asc' });
  const [selection, setSelection] = useState(nothing);
  const [active, setActive] = useState<string | null>(null);
  const [editing, setEditing] = useState<ReadonlyMap<string, InlineField>>(new Map());
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const sorted = useMemo(() => sortRecords(records, sort), [records, sort]);
  const shown = useMemo(() => {
    return filterRecords(sorted, filter, new Set(editing.keys()));
  }, [sorted, filter, editing]);
  useEffect(() => {
    const ids = new Set(records.map(({ id }) => id));
    setSelection((before) => keepExisting(before, (id) => ids.has(id)));
  }, [records]);
  const order = () => shown.map(({ id }) => id);
  return {
    shown,
    filter,
    setFilter,
    clearFilter: () => setFilter(noFilter),
    sort,
    setSort,
    selection,
    clearSelection: () => setSelection(nothing),
    selectAll: () => setSelection((before) => toggleAll(before, order())),
    select: (id: string, range: boolean) =>
      setSelection((before) => (range ? toggleRange(before, id, order()) : toggle(before, id))),
    extend: (from: string, to: string) => setSelection((before) => extendTo(before, from, to, order())),
    active,
    setActive,
    editing,
    edit: (id: string, field: InlineField) => setEditing((before) => new Map(before).set(id, field)),
    endEdit: (id: string) =>
      setEditing((before) => {
        const next = new Map(before);
        next.delete(id);
        return next;
      }),
    menuOf,
    setMenuOf,
  };
}
