import type { DnsRecord } from '@headwater/contract/dns/record';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { memo } from 'react';
import { formatSeconds } from '../../../lib/format.ts';
import { cell, row } from './grid-roles.ts';
import { InlineEdit } from './InlineEdit.tsx';
import { RecordMarks } from './RecordMarks.tsx';
import classes from './RecordTable.module.css';
import { RowMenu } from './RowMenu.tsx';
import { RowSwitch } from './RowSwitch.tsx';
import { isProxiable, spokenName } from './record-words.ts';
import type { RowActions, RowState } from './row-actions.ts';

type Props = RowState & { record: DnsRecord; domain: string; index: number; actions: RowActions };

/** One record. It is drawn again only when something about it changed. */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { record, domain, index, actions, selected, active, mark, editing, menuOpen, busy, refused } = props;
  const { id, host, type, ttl, status } = record;
  const name = spokenName(record);
  const letters = toUnicode(host);
  const tabIndex = active ? 0 : -1;
  const inline = (field: 'record' | 'ttl') => () => refused === null && actions.editInline(id, field);
  const more = (
    <button
      type="button"
      className={classes.action}
      data-more
      tabIndex={tabIndex}
      aria-label={`More about ${name}`}
      aria-haspopup="menu"
      aria-expanded={menuOpen}
      onClick={() => actions.openMenu(id)}
    >
      <IconDots size={15} aria-hidden />
    </button>
  );
  return (
    <tr
      {...row}
      className={classes.row}
      data-id={id}
      data-off={status === 0 || undefined}
      data-editing={editing !== null || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabIndex}
      onFocus={(event) => event.target === event.currentTarget && actions.activate(id)}
    >
      <td {...cell} className={classes.check}>
        <input
          type="checkbox"
          checked={selected}
          tabIndex={tabIndex}
          aria-label={`Select ${name}`}
          onChange={() => {}}
          onClick={(event) => actions.select(id, event.shiftKey)}
        />
      </td>
      <td {...cell} className={classes.host} title={host === '@' ? domain : `${host}.${domain}`}>
        <span className={classes.mark} data-tone={mark ?? undefined} />
        <span className="mono clip">
          {letters}
          {letters !== host && <span className={classes.numbers}> {host}</span>}
        </span>
      </td>
      <td {...cell} className={classes.type}>
        {type}
      </td>
      {editing ? (
        <InlineEdit record={record} domain={domain} field={editing} actions={actions} />
      ) : (
        <>
          <td {...cell} className={classes.value} onDoubleClick={inline('record')}>
            <Value record={record} />
            <RecordMarks record={record} />
          </td>
          <td {...cell} className={classes.ttl} title={formatSeconds(Number(ttl))} onDoubleClick={inline('ttl')}>
            {ttl}
          </td>
        </>
      )}
      <td {...cell} className={classes.proxy}>
        {isProxiable(type) && (
          <RowSwitch
            on={record.proxy === 1}
            label={`Proxy of ${name}`}
            refused={refused}
            busy={busy}
            tabbable={active}
            onSwitch={() => actions.setProxy(id, record.proxy === 1 ? 0 : 1)}
          />
        )}
      </td>
      <td {...cell} className={classes.status}>
        <span className={classes.switchWord} aria-hidden>
          Answer
        </span>
        <RowSwitch
          on={status === 1}
          label={`Answer ${name}`}
          refused={refused}
          busy={busy}
          tabbable={active}
          onSwitch={() => actions.setStatus([id], status === 1 ? 0 : 1)}
        />
      </td>
      <td {...cell} className={classes.actions}>
        <button
          type="button"
          className={classes.action}
          data-edit
          tabIndex={tabIndex}
          aria-label={`Edit ${name}`}
          aria-disabled={refused !== null}
          title={refused ?? 'Edit'}
          onClick={() => refused === null && actions.openForm(id)}
        >
          <IconPencil size={15} aria-hidden />
        </button>
        {menuOpen ? (
          <RowMenu record={record} domain={domain} refused={refused} actions={actions}>
            {more}
          </RowMenu>
        ) : (
          more
        )}
      </td>
    </tr>
  );
});

function Value({ record: { priority, weight, port, record } }: { record: DnsRecord }) {
  const numbers = [priority, weight, port].filter((number) => number !== null).join(' ');
  return (
    <span className="mono clip" title={record}>
      {numbers && <span className={classes.numbers}>{numbers} </span>}
      {/* Nobody reads hundreds of characters in a row, but they would all be laid out. */}
      {record.length > 300 ? `${record.slice(0, 300)}…` : record}
    </span>
  );
}
