import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useRef } from 'react';
import { deploymentWords } from '../../../lib/deployment-words.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { paramsOf } from '../domain-queries.ts';
import { useLoadFailure } from '../tell-failure.ts';
import { clearOperation } from './bulk/operations.ts';
import { ChangeBar } from './ChangeBar.tsx';
import { RecordActions } from './RecordActions.tsx';
import { RecordDialogs } from './RecordDialogs.tsx';
import { NoRecordMatches, RecordsEmpty } from './RecordsEmpty.tsx';
import classes from './RecordsTab.module.css';
import { RecordTable, type TableHandle } from './RecordTable.tsx';
import { RecordTools } from './RecordTools.tsx';
import { type RecordNews, recordsQuery } from './record-queries.ts';
import type { InlineField } from './row-actions.ts';
import { rowAfter } from './row-after.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useDialog } from './use-dialog.ts';
import { useNarrowBox } from './use-narrow-box.ts';
import { useRecordDeeds } from './use-record-deeds.ts';
import { useRecordList } from './use-record-list.ts';
import { useSteady } from './use-steady.ts';

const none: never[] = [];

/** A domain's records: found, read and changed in one list, however long it is. */
export default function RecordsTab({ serviceId, domain }: { serviceId: number; domain: DnsDomain }) {
  const key = paramsOf({ serviceId, id: domain.id });
  const refused = useRefusal(dnsRoutes.createRecord);
  const query = useQuery(recordsQuery(key));
  const records = query.data?.records ?? none;
  const list = useRecordList(records);
  const deeds = useRecordDeeds(key, records);
  const dialog = useDialog();
  const table = useRef<TableHandle>(null);
  const [frame, narrow] = useNarrowBox();
  const shown = useDeferredValue(list.shown);
  const actions = useSteady({
    activate: list.setActive,
    select: list.select,
    openForm: (id: string) => dialog.open({ kind: 'form', id }),
    duplicate: (id: string) => dialog.open({ kind: 'form', id: null, copyOf: id }),
    // Two lines leave no room to type in.
    editInline: (id: string, field: InlineField) => (narrow ? dialog.open({ kind: 'form', id }) : list.edit(id, field)),
    endInline: (id: string, news?: RecordNews) => {
      list.endEdit(id);
      if (news) deeds.tell(news);
      table.current?.focusRow(id);
    },
    setStatus: (ids: readonly string[], status: 0 | 1) => void deeds.setStatus(ids, status),
    setProxy: (id: string, proxy: 0 | 1) => void deeds.setProxy(id, proxy),
    openMenu: list.setMenuOf,
    openDynamicUrl: (id: string) => dialog.open({ kind: 'dynamic', id }),
    askDelete: (ids: readonly string[]) => dialog.open({ kind: 'delete', ids }),
  });
  useLoadFailure(dnsMessages.loadRecords, query.error);
  if (query.error && !query.data) {
    return (
      <Panel>
        <ErrorState error={query.error} title={dnsMessages.loadRecords} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  const deleted = (news: RecordNews) => {
    const next = rowAfter(list.shown, news.drop ?? new Set());
    deeds.tell(news);
    if (next) table.current?.focusRow(next.id);
    else frame.current?.focus();
  };
  const { ids } = list.selection;
  const chosen = [...ids];
  const isEmpty = query.data !== undefined && query.data.total === 0;
  const change = query.data?.lastChange;
  return (
    // Focusable for when the list is gone with its last record.
    <div ref={frame} tabIndex={-1} className={classes.frame} data-narrow={narrow || undefined}>
      {refused !== null && (
        <Alert color="spring" mb="md">
          You may look at these records but not change them. Ask the main account holder to let you.
        </Alert>
      )}
      {change && <ChangeBar domain={domain} change={change} refused={refused} />}
      <Panel
        flush
        tools={
          !isEmpty && (
            <>
              <RecordTools
                records={records}
                shown={list.shown.length}
                total={query.data?.total ?? 0}
                filter={list.filter}
                onFilter={list.setFilter}
                onDown={() => table.current?.focusFirst()}
              />
              <RecordActions domain={domain} refused={refused} dialog={dialog} />
            </>
          )
        }
      >
        {ids.size > 0 && (
          <SelectionBar
            count={ids.size}
            hidden={ids.size - list.shown.filter(({ id }) => ids.has(id)).length}
            refused={refused}
            busy={chosen.some((id) => deeds.busy.has(id))}
            onStatus={(status) => void deeds.setStatus(chosen, status)}
            onTtl={() => {
              clearOperation('ttl-update', domain.id);
              dialog.open({ kind: 'ttl', ids: chosen });
            }}
            onCopy={() => {
              clearOperation('record-copy', domain.id);
              dialog.open({ kind: 'copy', ids: chosen });
            }}
            onDelete={() => dialog.open({ kind: 'delete', ids: chosen })}
            onClear={list.clearSelection}
          />
        )}
        {isEmpty ? (
          <RecordsEmpty domain={domain} refused={refused} onOpen={dialog.open} />
        ) : query.data === undefined ? (
          <Skeleton height={320} m="md" width="auto" />
        ) : (
          <RecordTable
            handle={table}
            records={shown}
            domain={domain.domain}
            sort={list.sort}
            onSort={list.setSort}
            selection={list.selection}
            onSelectAll={list.selectAll}
            onExtend={list.extend}
            onClear={list.clearSelection}
            active={list.active}
            editing={list.editing}
            menuOf={list.menuOf}
            busy={deeds.busy}
            fresh={deeds.fresh}
            tone={deploymentWords(domain.deployment).tone}
            refused={refused}
            narrow={narrow}
            actions={actions}
          >
            {list.shown.length === 0 && <NoRecordMatches filter={list.filter} onClear={list.clearFilter} />}
          </RecordTable>
        )}
      </Panel>
      <Suspense>
        <RecordDialogs domain={domain} records={records} dialog={dialog} onNews={deeds.tell} onDeleted={deleted} />
      </Suspense>
    </div>
  );
}
