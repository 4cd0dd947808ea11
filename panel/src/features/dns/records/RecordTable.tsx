import type { DnsRecord } from '@headwater/contract/dns/record';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { Tone } from '../../../lib/deployment-words.ts';
import type { Sort } from '../../../ui/sort.ts';
import { grid, group, unsaid } from './grid-roles.ts';
import { RecordRow } from './RecordRow.tsx';
import classes from './RecordTable.module.css';
import { RecordTableHead } from './RecordTableHead.tsx';
import type { InlineField, RowActions } from './row-actions.ts';
import { rowsToDraw, withGaps } from './row-window.ts';
import { howMany, type Selection } from './selection.ts';
import { targetOf } from './table-keys.ts';
import { useRowWindow } from './use-row-window.ts';

export type TableHandle = { focusRow: (id: string, part?: 'more') => void; focusFirst: () => void };

type Props = {
  handle: Ref<TableHandle>;
  /** In the order in which they are shown. */
  records: readonly DnsRecord[];
  domain: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  selection: Selection;
  onSelectAll: () => void;
  onExtend: (from: string, to: string) => void;
  onClear: () => void;
  active: string | null;
  editing: ReadonlyMap<string, InlineField>;
  menuOf: string | null;
  busy: ReadonlySet<string>;
  fresh: ReadonlySet<string>;
  tone: Tone;
  refused: string | null;
  narrow: boolean;
  actions: RowActions;
  /** What stands in the place of rows. */
  children?: ReactNode;
};

const headPx = 36;

/** A table of any length: only the rows in sight are there. By keyboard it is one stop, and arrows move between rows. */
export function RecordTable(props: Props) {
  const { handle, records, selection, active, editing, menuOf, busy, fresh, tone, narrow, actions } = props;
  const rowPx = narrow ? 60 : 36;
  const { box, window, reveal } = useRowWindow<HTMLDivElement>(records.length, rowPx, headPx);
  const order = useMemo(() => records.map(({ id }) => id), [records]);
  const places = useMemo(() => new Map(order.map((id, index) => [id, index])), [order]);
  const wanted = useRef<{ id: string; part?: 'more' } | null>(null);
  const current = active !== null && places.has(active) ? active : (order[0] ?? null);

  const focusRow = (id: string, part?: 'more') => {
    const place = places.get(id);
    if (place === undefined) return;
    wanted.current = part ? { id, part } : { id };
    reveal(place);
    actions.activate(id);
    giveFocus();
  };
  const giveFocus = () => {
    if (!wanted.current) return;
    const { id, part } = wanted.current;
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    if (!row) return;
    wanted.current = null;
    (part ? row.querySelector<HTMLElement>(`[data-${part}]`) : row)?.focus({ preventScroll: true });
    // The box itself may be partly out of sight.
    row.scrollIntoView({ block: 'nearest' });
  };
  // The row may only be drawn by the render that follows.
  useLayoutEffect(giveFocus);
  useImperativeHandle(handle, () => ({ focusRow, focusFirst: () => order[0] !== undefined && focusRow(order[0]) }));

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id;
    const at = id === undefined ? undefined : places.get(id);
    if (id === undefined || at === undefined) return;
    const onRow = event.target instanceof HTMLElement && event.target.dataset.id === id;
    const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx) - 2);
    const target = targetOf(event.key, at, order.length, pageRows);
    const done = () => event.preventDefault();
    if (target !== null) {
      const next = order[target];
      if (next === undefined) return;
      if (event.shiftKey && event.key.startsWith('Arrow')) props.onExtend(id, next);
      focusRow(next);
      return done();
    }
    if (event.key === 'Escape' && !onRow) return focusRow(id);
    if (!onRow) return;
    if (event.key === 'Escape' && selection.ids.size > 0) props.onClear();
    else if (event.key === ' ') actions.select(id, event.shiftKey);
    else if ((event.key === 'Enter' || event.key === 'F2') && props.refused === null) actions.editInline(id, 'record');
    else if (event.key === 'Delete' && props.refused === null) {
      actions.askDelete(selection.ids.has(id) ? [...selection.ids] : [id]);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) props.onSelectAll();
    else return;
    done();
  };

  const kept = [current, menuOf, ...editing.keys()].flatMap((id) => (id === null ? [] : (places.get(id) ?? [])));
  return (
    <div ref={box} className={classes.box} data-narrow={narrow || undefined}>
      <table
        {...grid}
        className={classes.table}
        aria-label="Records"
        aria-rowcount={records.length + 1}
        onKeyDown={onKeyDown}
      >
        <RecordTableHead
          sort={props.sort}
          onSort={props.onSort}
          chosen={howMany(selection, order)}
          onSelectAll={props.onSelectAll}
        />
        <tbody {...group} className={classes.rows} style={{ height: records.length * rowPx }}>
          {withGaps(rowsToDraw(window, kept)).map(({ row: index, gap }) => {
            const record = records[index];
            return (
              record && (
                <Fragment key={record.id}>
                  {/* In their place, so that rows need no style of their own: styles by the thousand slow a browser down. */}
                  {gap > 0 && <tr {...unsaid} style={{ height: gap * rowPx }} className={classes.gap} />}
                  <RecordRow
                    record={record}
                    domain={props.domain}
                    index={index}
                    actions={actions}
                    selected={selection.ids.has(record.id)}
                    active={record.id === current}
                    mark={fresh.has(record.id) ? tone : null}
                    editing={editing.get(record.id) ?? null}
                    menuOpen={record.id === menuOf}
                    busy={busy.has(record.id)}
                    refused={props.refused}
                  />
                </Fragment>
              )
            );
          })}
        </tbody>
      </table>
      {props.children}
    </div>
  );
}
